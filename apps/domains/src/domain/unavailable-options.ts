import { fail } from '@nameyard/contracts/errors'

/** Options of orders that the platform cannot carry out; ignoring one would sell something else than was ordered. */
const unavailable = [
  'is_private_whois_enabled',
  'is_easy_dmarc_enabled',
  'is_sectigo_dns_enabled',
  'is_spamexperts_enabled',
  'is_hosted_accreditation',
  'use_domicile',
  'ns_template_id',
  'ns_template_name',
  'application_mode',
  'application_notice_id',
  'application_smd',
  'import_contacts_from_registry',
  'promo_code',
] as const

type Order = { readonly [Option in (typeof unavailable)[number]]?: unknown } & { readonly unit?: string | undefined }

/** Refuses an order that asks for more than can be delivered, by the name of the field. */
export function refuseUnavailable(order: Order): void {
  const asked = unavailable.find((field) => {
    const value = order[field]
    return Array.isArray(value) ? value.length > 0 : Boolean(value)
  })
  if (asked) fail('invalid_input', { field: asked, problem: 'this option is not available' })
  if (order.unit !== undefined && order.unit !== 'y') {
    fail('period_invalid', { problem: 'only whole years (unit y) can be ordered' })
  }
}
