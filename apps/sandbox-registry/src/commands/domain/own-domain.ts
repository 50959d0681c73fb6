import { domainStatuses } from '../../model/domain-status'
import { Refusal } from '../../model/result'
import { refuseValue, token } from '../../xml/fields'
import { DOMAIN } from '../../xml/namespaces'
import type { Element } from '../../xml/read'
import type { ObjectContext } from '../command'
import { holdDomain, type Domain } from './domain.store'
import { findNameRules, type NameRules } from './tld-rules.store'

/** Holds the domain of a command, with the rules of its TLD; 2303 when there is none. */
export async function holdNamed(
  nameField: Element,
  { db }: Pick<ObjectContext, 'db'>,
): Promise<{ domain: Domain; rules: NameRules }> {
  const name = token(nameField, [1, 255]).toLowerCase()
  const domain = await holdDomain(db, name)
  if (!domain) throw new Refusal(2303, 'the domain does not exist', { ns: DOMAIN, local: 'name', text: name })
  return { domain, rules: await rulesOf(db, domain) }
}

/** As above; 2201 when another registrar sponsors it. */
export async function holdOwn(
  nameField: Element,
  context: Pick<ObjectContext, 'db' | 'registrar'>,
): Promise<{ domain: Domain; rules: NameRules }> {
  const held = await holdNamed(nameField, context)
  if (held.domain.sponsor !== context.registrar) {
    throw refuseValue(nameField, 2201, 'another registrar sponsors the domain')
  }
  return held
}

/** The rules a domain that exists lives by. */
async function rulesOf(db: ObjectContext['db'], { name, tld }: Pick<Domain, 'name' | 'tld'>): Promise<NameRules> {
  const rules = await findNameRules(db, name)
  if (!rules) throw new Error(`the TLD ${tld} has no rules`)
  return rules
}

/**
 * Refuses with 2304 what a status forbids (RFC 5731 section 2.3): `<side><Verb>Prohibited`, and whatever the domain
 * waits for, since only one action can be pending.
 */
export function refuseProhibited(domain: Domain, verb: 'Delete' | 'Renew' | 'Transfer' | 'Update'): void {
  const prohibiting = domainStatuses(domain).find(
    (status) =>
      status === `client${verb}Prohibited` || status === `server${verb}Prohibited` || status.startsWith('pending'),
  )
  if (prohibiting !== undefined) throw new Refusal(2304, `the domain is ${prohibiting}`)
}
