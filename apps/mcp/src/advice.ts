import { errors, type ErrorName } from '@nameyard/contracts/errors'

/** What helps after a refusal, for an assistant that has these tools and a user to ask. */
const advice: Partial<Record<ErrorName, string>> = {
  authentication_failed: 'The credentials or the token are not accepted: tell the user, calling again does not help.',
  access_denied: 'Tell the user: an administrator of the account may allow API access with contacts_update.',
  scope_insufficient: 'This was withheld from you on purpose: tell the user, and do not look for another way.',
  contract_unsigned: 'Tell the user: the operator of the platform has to sign this contract first.',
  invalid_input: 'Mend the fields that are named and call again.',
  extension_invalid: 'tlds_list tells which extensions are sold.',
  period_invalid: 'tlds_get tells which periods the extension takes.',
  additional_data_missing: 'domain_requirements_list and customer_requirements_list tell what the extension asks for.',
  additional_data_invalid: 'domain_requirements_list and customer_requirements_list tell what the extension asks for.',
  owner_handle_invalid: 'customers_list finds handles, customers_create makes one.',
  nameservers_missing: 'nameserver_groups_list tells the groups; dns-openprovider are the nameservers of the platform.',
  customer_not_found: 'customers_list finds handles.',
  domain_not_found: 'domains_list finds domains by full_name; a name that is not there may be in no account of yours.',
  zone_not_found: 'zones_list finds zones, zones_create makes one.',
  zone_exists: 'Change it with zones_update.',
  record_not_found: 'records_list tells the records as they are.',
  record_duplicate: 'The record is there already: nothing is left to do.',
  rrset_conflict: 'records_list tells what stands beside it; remove that in the same zones_update if the user agrees.',
  domain_not_free:
    'domains_suggest_names finds names that are free; a name of the user at another registrar comes with domains_transfer.',
  domain_reserved: 'domains_suggest_names finds names that are free.',
  domain_free: 'Register it with domains_create.',
  domain_in_account: 'domains_list finds it.',
  domain_order_duplicate: 'It is under way already: look at it with domains_list.',
  domain_status_prohibits: 'domains_get_timeline tells what may be done now and what follows.',
  domain_locked: 'Where it is registered now, its lock has to be taken off first.',
  authcode_missing: 'Ask the user for the authcode; the present registrar gives it.',
  authcode_invalid: 'Ask the user for a new authcode; do not try others.',
  authcode_mailed: 'Tell the user to look into the mailbox of the registrant.',
  internal_transfer: 'Ask the user for the internal code of the account that has it.',
  restore_not_allowed: 'domains_get_timeline tells what may still be done.',
  credit_too_low: 'Tell the user what is missing; resellers_get tells the balance. Somebody has to pay it in.',
  premium_fee_unaccepted: 'Ask the user whether this price is accepted before you send it.',
  early_access_fee_unaccepted: 'Ask the user whether this fee is accepted before you send it.',
  csr_invalid: 'Ask the user for another request, or make one with csr_create; csr_decode tells what is in one.',
  common_name_invalid: 'ssl_products_list tells which product takes a name, a wildcard or several names.',
  ssl_product_invalid: 'ssl_products_list tells the products and what they take.',
  ssl_handle_missing: 'customers_list finds handles, customers_create makes one.',
  ssl_handle_invalid: 'customers_list finds handles.',
  approver_email_missing: 'approver_emails_list tells who may approve; ask the user which of them.',
  approver_email_not_allowed: 'approver_emails_list tells who may approve; ask the user which of them.',
  ssl_order_not_found: 'ssl_orders_list finds orders.',
  ssl_status_prohibits: 'ssl_orders_get tells where the order stands and what it waits for.',
  ssl_reissue_unfinished: 'ssl_orders_get tells where the order stands; only a certificate that runs is issued again.',
  ssl_renewal_too_early: 'ssl_orders_update with autorenew has it renewed in time.',
  dmarc_order_not_found: 'dmarc_orders_list finds orders, dmarc_orders_create makes one.',
  dmarc_order_unknown: 'dmarc_orders_list finds orders.',
  dmarc_order_active: 'dmarc_orders_get tells where it stands.',
  dmarc_order_not_failed: 'dmarc_orders_get tells where it stands; only what failed is tried again.',
  request_in_progress:
    'Call again in a few seconds with the same arguments; the answer of the first call is given then.',
  idempotency_key_reused: 'Leave idempotency_key out unless an answer told you to send it.',
  registry_refused:
    'Tell the user what the registry says; the same call is refused again until its cause is removed. Then domains_restart_last_operation orders a kept registration or transfer again.',
  registry_failed: 'Try again in a few minutes.',
  registry_unavailable: 'Try again in a few minutes.',
}

/** What helps after a refusal by its name. */
export function adviceAfter(name: ErrorName): readonly string[] {
  return advice[name] === undefined ? [] : [advice[name]]
}

/** Each refusal with its code and its sentence, whatever fills it. */
const known = Object.entries(errors).map(([name, { code, desc }]) => {
  const parts = desc.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return { name: name as ErrorName, code: code as number, sentence: new RegExp(`^${parts.join('.*')}$`, 's') }
})

/** What helps after a refusal; it is known by its sentence where several share a code. */
export function adviceOn({ code, desc }: { readonly code: number; readonly desc: string }): readonly string[] {
  const of = known.filter((each) => each.code === code && each.sentence.test(desc))
  const sentences = new Set(of.map(({ name }) => advice[name]))
  const [sentence] = sentences
  return sentences.size === 1 && sentence !== undefined ? [sentence] : []
}

/** The catalogue of refusals as a page to read. */
export function errorCatalogue(): string {
  const rows = Object.entries(errors)
    .toSorted(([, one], [, other]) => one.code - other.code)
    .map(([name, { code, http, desc }]) => `- ${code} (HTTP ${http}): ${desc}${after(name as ErrorName)}`)
  return `Every failure has a code and one sentence; {…} stands for what was asked for.\n\n${rows.join('\n')}\n`
}

function after(name: ErrorName): string {
  return advice[name] ? ` ${advice[name]}` : ''
}
