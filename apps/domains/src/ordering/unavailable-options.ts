import { fail } from '@nameyard/contracts/errors'
import type { Tld } from '../tlds/tld'

/** Options of orders that the platform does not offer. Ignoring one would sell something else than was ordered. */
const unavailable = [
  'is_sectigo_dns_enabled',
  'is_spamexperts_enabled',
  'is_hosted_accreditation',
  'use_domicile',
  'import_contacts_from_registry',
] as const

type Order = { readonly [Option in (typeof unavailable)[number]]?: unknown } & {
  readonly promo_code?: string | undefined
  readonly provider?: string | undefined
  readonly is_private_whois_enabled?: boolean | undefined
}

/** Refuses an order with an option that is not offered, naming the field. */
export function refuseUnavailable(order: Order, { extension, isPrivacyAllowed }: Tld): void {
  const asked = unavailable.find((field) => {
    const value = order[field]
    return Array.isArray(value) ? value.length > 0 : Boolean(value)
  })
  if (asked) fail('invalid_input', { field: asked, problem: 'this option is not available' })
  const { promo_code: code, provider } = order
  if (code !== undefined) fail('promo_code_invalid', { code })
  if (provider !== undefined && provider.toLowerCase() !== PROVIDER) fail('provider_invalid', { provider })
  if (order.is_private_whois_enabled && !isPrivacyAllowed) fail('privacy_unavailable', { extension })
}

/** The name of the platform itself in the field `provider`. */
const PROVIDER = 'openprovider'

/** Units in a year. */
const perYear = { y: 1, q: 4, m: 12 } as const

/** The period of an order in years, from any unit. Refuses periods that are not whole years or that the extension does not allow. */
export function orderedYears(
  { period, unit = 'y' }: { readonly period: number; readonly unit?: keyof typeof perYear | undefined },
  { extension, periods: { min, max } }: Pick<Tld, 'extension' | 'periods'>,
): number {
  const years = period / perYear[unit]
  const problem = `.${extension} takes ${min} to ${max} whole years`
  if (!Number.isInteger(years) || years < min || years > max) fail('period_invalid', { problem })
  return years
}
