import codes from 'i18n-iso-countries/codes.json'

/** ISO 3166-1 alpha-2. */
const countries: ReadonlySet<string> = new Set((codes as readonly (readonly string[])[]).map(([alpha2]) => alpha2!))

/** Returns whether an upper-case text is a country code. */
export function isCountry(code: string): boolean {
  return countries.has(code)
}
