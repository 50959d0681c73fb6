import { checkVAT, countries } from 'jsvat'

/** The letters of an EU member state and digits only. */
const written = /^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK)\d{8,12}$/

/**
 * Returns whether a text looks like a VAT number of an EU member state but does not match the format of this state.
 * Other texts may be numbers of other countries and are not validated.
 */
export function isMistypedVat(vat: string): boolean {
  const compact = vat.replaceAll(/[\s.-]/g, '').toUpperCase()
  return written.test(compact) && !checkVAT(compact, countries).isValidFormat
}
