import { InvalidValue } from '../constraints'
import { DOMAIN } from '../namespaces'
import { elementsOf, type XmlElement } from '../xml'

/** How long to register: 1 to 99 years (`y`) or months (`m`) by the schema, fewer by every registry. */
export interface Period {
  readonly value: number
  readonly unit: 'y' | 'm'
}

export function encodePeriod({ value, unit }: Period): XmlElement {
  if (!Number.isInteger(value) || value < 1 || value > 99) throw new InvalidValue('period', 'must be 1 to 99')
  return elementsOf(DOMAIN)('period', String(value), { unit })
}
