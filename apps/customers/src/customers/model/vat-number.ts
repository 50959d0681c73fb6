import { checkVAT, countries } from 'jsvat'

/** A member state's letters and nothing but digits behind them. */
const written = /^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK)\d{8,12}$/

/**
 * Whether a text is written like a VAT number of a member state and is none of its form. Anything else may be a number of
 * another office, so nothing is said about it.
 */
export function isMistypedVat(vat: string): boolean {
  const compact = vat.replaceAll(/[\s.-]/g, '').toUpperCase()
  return written.test(compact) && !checkVAT(compact, countries).isValidFormat
}
