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
  idempotency_key_reused: 'Leave idempotency_key out unless an answer told you to send it.',
  registry_refused: 'Tell the user what the registry says; calling again does not help unless that is mended.',
  registry_unavailable: 'Try again in a few minutes.',
}

const byCode = new Map<number, Set<string>>()
for (const [name, sentence] of Object.entries(advice)) {
  const { code } = errors[name as ErrorName]
  byCode.set(code, (byCode.get(code) ?? new Set()).add(sentence))
}

/** What helps after a refusal with this code; nothing where several refusals share it and need different things. */
export function adviceOn(code: number): readonly string[] {
  const sentences = byCode.get(code)
  return sentences?.size === 1 ? [...sentences] : []
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
