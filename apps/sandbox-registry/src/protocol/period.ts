import { refuseValue, token, unexpected } from '../xml/fields'
import type { Element } from '../xml/read'

/** Reads a period of whole years (RFC 5731 `periodType`); one of months is refused with 2306. */
export function readYears(field: Element): number {
  const text = token(field, [1, 2], 'unit')
  const { unit } = field.attributes
  if (unit !== 'y' && unit !== 'm') throw unexpected(field, 'the unit of a period is y or m')
  if (!/^[1-9][0-9]?$/.test(text)) throw refuseValue(field, text === '0' ? 2004 : 2005, 'a period is 1 to 99')
  if (unit === 'm') throw refuseValue(field, 2306, 'names are registered by the year')
  return Number(text)
}
