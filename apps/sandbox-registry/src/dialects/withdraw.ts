import { lockOwnDomain, refuseProhibited } from '../commands/domain/own-domain'
import { removeAllSecDns } from '../extensions/sec-dns.store'
import { bystanders } from '../model/bystanders'
import { changeSponsor } from '../objects/domain-lifecycle.store'
import { changeDomain } from '../objects/domain.store'
import type { Answer, ObjectContext } from '../protocol/command'
import type { Element } from '../xml/read'

/** Hands a domain back to the registry: an account that nobody uses sponsors it. It may leave the DNS. */
export async function withdraw(nameField: Element, removesZone: boolean, context: ObjectContext): Promise<Answer> {
  const { db, now, registrar } = context
  const { domain } = await lockOwnDomain(nameField, context)
  refuseProhibited(domain, 'Transfer')
  const { name, expiresAt } = domain
  await changeSponsor(db, { domain: name, sponsor: bystanders.sponsor, at: now, expiresAt })
  if (!removesZone) return { code: 1000 }
  const { registrant, contacts } = domain
  const bare = { hosts: [], hostAttributes: [], authInfo: null }
  await changeDomain(db, { ...bare, name, statuses: [], registrant, contacts, updatedBy: registrar, updatedAt: now })
  await removeAllSecDns(db, name)
  return { code: 1000 }
}
