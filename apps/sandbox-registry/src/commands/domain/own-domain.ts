import { domainStatuses } from '../../model/domain-status'
import { Refusal } from '../../model/result'
import { lockDomain, type Domain } from '../../objects/domain.store'
import { findNameRules, type NameRules } from '../../objects/tld-rules.store'
import type { ObjectContext } from '../../protocol/command'
import { refuseValue, token } from '../../xml/fields'
import { DOMAIN } from '../../xml/namespaces'
import type { Element } from '../../xml/read'

/** Locks the domain of a command and returns it with the rules of its TLD; 2303 when it does not exist. */
export async function lockNamedDomain(
  nameField: Element,
  { db }: Pick<ObjectContext, 'db'>,
): Promise<{ domain: Domain; rules: NameRules }> {
  const name = token(nameField, [1, 255]).toLowerCase()
  const domain = await lockDomain(db, name)
  if (!domain) throw new Refusal(2303, 'the domain does not exist', { ns: DOMAIN, local: 'name', text: name })
  return { domain, rules: await rulesOf(db, domain) }
}

/** `lockNamedDomain`, with 2201 when another registrar sponsors the domain. */
export async function lockOwnDomain(
  nameField: Element,
  context: Pick<ObjectContext, 'db' | 'registrar'>,
): Promise<{ domain: Domain; rules: NameRules }> {
  const held = await lockNamedDomain(nameField, context)
  if (held.domain.sponsor !== context.registrar) {
    throw refuseValue(nameField, 2201, 'another registrar sponsors the domain')
  }
  return held
}

/** Returns the rules of an existing domain. */
async function rulesOf(db: ObjectContext['db'], { name, tld }: Pick<Domain, 'name' | 'tld'>): Promise<NameRules> {
  const rules = await findNameRules(db, name)
  if (!rules) throw new Error(`the TLD ${tld} has no rules`)
  return rules
}

/**
 * Refuses with 2304 what a status forbids (RFC 5731 section 2.3): `client…Prohibited`, `server…Prohibited`, and every
 * `pending…`, since only one action can be pending.
 */
export function refuseProhibited(domain: Domain, verb: 'Delete' | 'Renew' | 'Transfer' | 'Update'): void {
  const prohibiting = domainStatuses(domain).find(
    (status) =>
      status === `client${verb}Prohibited` || status === `server${verb}Prohibited` || status.startsWith('pending'),
  )
  if (prohibiting !== undefined) throw new Refusal(2304, `the domain is ${prohibiting}`)
}
