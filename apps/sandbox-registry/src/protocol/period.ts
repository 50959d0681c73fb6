import type { PeriodLengths } from '../model/tld-rules'
import { refuseValue, token, unexpected } from '../xml/fields'
import type { Element } from '../xml/read'

/**
 * Reads a period (RFC 5731 `periodType`) as whole years. One that the registry does not accept is refused: 2306 when no length
 * of its unit is accepted, else 2004. Months that are no whole years are refused with 2306, because this registry does not
 * keep them.
 */
export function readYears(field: Element, accepted?: readonly PeriodLengths[]): number {
  const { value, unit } = readPeriod(field, accepted)
  if (unit === 'y') return value
  if (value % 12 !== 0) throw refuseValue(field, 2306, 'the sandbox registry has whole years only')
  return value / 12
}

/** Reads a period that the registry accepts; see `readYears`. */
export function readPeriod(
  field: Element,
  accepted: readonly PeriodLengths[] = [{ unit: 'y', min: 1, max: 99 }],
): { readonly value: number; readonly unit: 'y' | 'm' } {
  const text = token(field, [1, 2], 'unit')
  const { unit } = field.attributes
  if (unit !== 'y' && unit !== 'm') throw unexpected(field, 'the unit of a period is y or m')
  if (!/^[1-9][0-9]?$/.test(text)) throw refuseValue(field, text === '0' ? 2004 : 2005, 'a period is 1 to 99')
  const value = Number(text)
  const inUnit = accepted.filter((each) => each.unit === unit)
  if (inUnit.some(({ min, max }) => value >= min && value <= max)) return { value, unit }
  if (inUnit.length === 0) throw refuseValue(field, 2306, `a period is in ${unit === 'm' ? 'years' : 'months'}`)
  throw refuseValue(field, 2004, `a period is ${accepted.map(writeLengths).join(' or ')}`)
}

function writeLengths({ unit, min, max }: PeriodLengths): string {
  return `${min === max ? min : `${min} to ${max}`} ${unit === 'y' ? 'years' : 'months'}`
}
