import { InvalidValue } from '../constraints'
import { attribute, ElementReader, ProtocolError, token } from '../element-reader'
import { DOMAIN } from '../namespaces'
import { elementsOf, type XmlElement } from '../xml'

/** A registration period: 1 to 99 years (`y`) or months (`m`) by the schema; registries allow less. */
export interface Period {
  readonly value: number
  readonly unit: 'y' | 'm'
}

export const encodePeriod = (period: Period): XmlElement => encodePeriodOf(DOMAIN, period)

/** The same element in another namespace: RFC 8748 has periods too. */
export function encodePeriodOf(ns: string, { value, unit }: Period): XmlElement {
  if (!Number.isInteger(value) || value < 1 || value > 99) throw new InvalidValue('period', 'must be 1 to 99')
  return elementsOf(ns)('period', String(value), { unit })
}

/** The period below an element, if it has one. */
export function decodePeriod(reader: ElementReader): Period | undefined {
  const element = reader.find('period')
  if (!element) return undefined
  const value = Number(token(element))
  const unit = attribute(element, 'unit')
  if (!Number.isInteger(value) || (unit !== 'y' && unit !== 'm')) throw new ProtocolError('<period> is not a period')
  return { value, unit }
}
