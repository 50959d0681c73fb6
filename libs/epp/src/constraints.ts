/** The EPP schemas do not allow a value of the command. Nothing was sent. */
export class InvalidValue extends Error {
  override readonly name = 'InvalidValue'

  constructor(
    readonly field: string,
    rule: string,
  ) {
    super(`${field}: ${rule}`)
  }
}

/**
 * An xs:token of `min` to `max` characters. Refuses white space that XML would collapse: the registry would store another
 * value than we do.
 */
export function tokenOf(field: string, min: number, max: number, value: string): string {
  if (/[\t\n\r]|^ | $| {2}/.test(value)) throw new InvalidValue(field, 'has white space that XML would collapse')
  return ofLength(field, min, max, value)
}

/** An xs:normalizedString of `min` to `max` characters: spaces count, line breaks and tabs are refused. */
export function lineOf(field: string, min: number, max: number, value: string): string {
  if (/[\t\n\r]/.test(value)) throw new InvalidValue(field, 'has a tab or line break')
  return ofLength(field, min, max, value)
}

function ofLength(field: string, min: number, max: number, value: string): string {
  const characters = [...value].length
  if (characters < min || characters > max) throw new InvalidValue(field, `must have ${min} to ${max} characters`)
  return value
}

/** Client, registrar and contact identifiers (RFC 5730, eppcom clIDType). */
export const clID = (field: string, value: string) => tokenOf(field, 3, 16, value)

/** Names of domains and hosts (RFC 5730, eppcom labelType). Does not check whether they are legal DNS names. */
export const label = (field: string, value: string) => tokenOf(field, 1, 255, value)

/** Transaction identifiers (RFC 5730, trIDStringType). */
export const trID = (field: string, value: string) => tokenOf(field, 3, 64, value)

/** A list of at least one and at most `max` entries. */
export function listOf<Item>(field: string, items: readonly Item[], max = Infinity): readonly Item[] {
  if (items.length === 0) throw new InvalidValue(field, 'is empty')
  if (items.length > max) throw new InvalidValue(field, `has more than ${max} entries`)
  return items
}
