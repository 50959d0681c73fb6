import { errors, type ErrorName } from '@nameyard/contracts/errors'

/** What an assistant can do after a refusal, with these tools and a user to ask. */
const advice: Partial<Record<ErrorName, string>> = {
  authentication_failed: 'The credentials or the token are invalid: tell the user. Another call does not help.',
  access_denied: 'Tell the user: an administrator of the account can allow API access (PUT /v1/contacts/{id}).',
  scope_insufficient: 'The token intentionally lacks this right: tell the user, and do not try another way.',
  role_insufficient:
    'The role of this contact does not allow it: tell the user, and do not try another way. An administrator can.',
  person_needed: 'It is for people only: tell the user, and do not try another way.',
  approval_needed:
    'Tell the user what you want to do and at what price. An administrator approves it within ten minutes: POST /v1/approvals/{id}/approve. Then call again with the same arguments and approval.',
  approval_unusable: 'Call without approval to ask a person again, if the user agrees.',
  contract_unsigned: 'Tell the user: the operator of the platform must sign this contract first.',
  invalid_input: 'Correct the named fields and call again.',
  extension_invalid: 'tlds_list shows which extensions are sold.',
  period_invalid: 'tlds_get shows which periods the extension allows.',
  additional_data_missing: 'domain_requirements_list and customer_requirements_list show what the extension requires.',
  additional_data_invalid: 'domain_requirements_list and customer_requirements_list show what the extension requires.',
  owner_handle_invalid: 'customers_list finds handles, customers_create creates one.',
  nameservers_missing:
    'nameserver_groups_list shows the groups; dns-openprovider are the name servers of the platform.',
  customer_not_found: 'customers_list finds handles.',
  domain_not_found:
    'domains_list finds domains by full_name. A name that it does not find may belong to another account.',
  zone_not_found: 'zones_list finds zones, zones_create creates one.',
  zone_exists: 'Change it with zones_update.',
  record_not_found: 'records_list shows the current records.',
  record_duplicate: 'The record exists already: nothing to do.',
  rrset_conflict:
    'records_list shows the conflicting records; remove them in the same zones_update if the user agrees.',
  domain_not_free:
    'domains_suggest_names finds free names. If the user has the name at another registrar, use domains_transfer.',
  domain_reserved: 'domains_suggest_names finds free names.',
  domain_free: 'Register it with domains_create.',
  domain_in_account: 'domains_list finds it.',
  domain_order_duplicate: 'It is in progress already: see domains_list.',
  domain_status_prohibits: 'domains_get_timeline shows which operations are possible now and what happens next.',
  domain_locked: 'The lock must be removed at the current registrar first.',
  authcode_missing: 'Ask the user for the auth code; the current registrar provides it.',
  authcode_invalid: 'Ask the user for a new auth code; do not guess.',
  authcode_mailed: 'Tell the user to check the mailbox of the registrant.',
  internal_transfer: 'Ask the user for the internal code of the account that has it.',
  restore_not_allowed: 'domains_get_timeline shows which operations are still possible.',
  credit_too_low:
    'Tell the user which amount is missing and that the account needs a payment; resellers_get shows the balance.',
  premium_fee_unaccepted: 'Ask the user whether this price is accepted before you send it.',
  early_access_fee_unaccepted: 'Ask the user whether this fee is accepted before you send it.',
  csr_invalid:
    'Ask the user for another request, or create one with csr_create; csr_decode shows the contents of a request.',
  common_name_invalid: 'ssl_products_list shows which product supports a single name, a wildcard or several names.',
  ssl_product_invalid: 'ssl_products_list shows the products and their conditions.',
  ssl_handle_missing: 'customers_list finds handles, customers_create creates one.',
  ssl_handle_invalid: 'customers_list finds handles.',
  approver_email_missing: 'approver_emails_list shows the possible addresses; ask the user to choose one.',
  approver_email_not_allowed: 'approver_emails_list shows the possible addresses; ask the user to choose one.',
  ssl_order_not_found: 'ssl_orders_list finds orders.',
  ssl_status_prohibits: 'ssl_orders_get shows the status of the order and what it waits for.',
  ssl_reissue_unfinished: 'ssl_orders_get shows the status of the order; only an active certificate can be reissued.',
  ssl_renewal_too_early: 'With autorenew in ssl_orders_update it is renewed in time.',
  dmarc_order_not_found: 'dmarc_orders_list finds orders, dmarc_orders_create creates one.',
  dmarc_order_unknown: 'dmarc_orders_list finds orders.',
  dmarc_order_active: 'dmarc_orders_get shows its status.',
  dmarc_order_not_failed: 'dmarc_orders_get shows its status; only a failed order can be retried.',
  events_expired:
    'Events after that one were deleted. Read the objects themselves, then go on with the oldest event less one as after.',
  events_unknown: 'Read the objects themselves, then go on with the newest event as after.',
  event_streams_too_many: 'Call events_list without a stream.',
  event_consumer_not_found: 'event_consumers_list finds consumers, event_consumers_set makes one.',
  event_consumer_behind: 'Read the objects themselves, then call event_consumers_acknowledge with that number.',
  event_consumer_ahead:
    'Read the objects themselves, then call event_consumers_acknowledge with that number and reset.',
  event_consumers_too_many: 'event_consumers_list shows them. Ask the user which one is not needed any more.',
  request_in_progress: 'Call again in a few seconds with the same arguments to get the answer of the first call.',
  idempotency_key_reused: 'Omit idempotency_key unless an answer told you to send it.',
  registry_refused:
    'Tell the user what the registry says. The same call is refused again until the cause is fixed. Then domains_restart_last_operation repeats a kept registration or transfer.',
  registry_failed: 'Try again in a few minutes.',
  registry_unavailable: 'Try again in a few minutes.',
}

/** The advice for a refusal by its name. */
export function adviceAfter(name: ErrorName): readonly string[] {
  return advice[name] === undefined ? [] : [advice[name]]
}

/** Each refusal with its code and a pattern of its sentence. */
const known = Object.entries(errors).map(([name, { code, desc }]) => {
  const parts = desc.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return { name: name as ErrorName, code: code as number, sentence: new RegExp(`^${parts.join('.*')}$`, 's') }
})

/** The advice for a failure. If several refusals share a code, the sentence identifies the refusal. */
export function adviceOn({ code, desc }: { readonly code: number; readonly desc: string }): readonly string[] {
  const of = known.filter((each) => each.code === code && each.sentence.test(desc))
  const sentences = new Set(of.map(({ name }) => advice[name]))
  const [sentence] = sentences
  return sentences.size === 1 && sentence !== undefined ? [sentence] : []
}

/** The catalogue of refusals as a page. */
export function errorCatalogue(): string {
  const rows = Object.entries(errors)
    .toSorted(([, one], [, other]) => one.code - other.code)
    .map(([name, { code, http, desc }]) => `- ${code} (HTTP ${http}): ${desc}${after(name as ErrorName)}`)
  return `Every failure has a code and one sentence; {…} stands for a value of the request.\n\n${rows.join('\n')}\n`
}

function after(name: ErrorName): string {
  return advice[name] ? ` ${advice[name]}` : ''
}
