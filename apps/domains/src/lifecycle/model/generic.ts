/**
 * Whether ICANN's consensus policies apply to a name: top-level domains of two letters are those of countries, and so are
 * internationalized ones that are not of ICANN's programme of 2012.
 */
export function isGeneric(name: string, isNewGtld: boolean): boolean {
  const top = name.slice(name.lastIndexOf('.') + 1)
  return top.length > 2 && (isNewGtld || !top.startsWith('xn--'))
}
