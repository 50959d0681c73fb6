/** The last two labels of a name: zones and holders of one family are decided one after the other. */
export function familyOf(name: string): string {
  return name.split('.').slice(-2).join('.')
}

/** The pattern of the reversed names below a name. */
export function belowPattern(name: string): string {
  return `${[...`.${name}`].toReversed().join('')}%`
}
