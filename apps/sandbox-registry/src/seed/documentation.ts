import type { ClientBase } from 'pg'
import { bystanders } from '../model/bystanders'
import { addYears } from '../model/calendar'
import { insertDomain } from '../objects/domain.store'
import { insertHost } from '../objects/host.store'
import { documentation } from './catalogue'

/** Registers the names of documentation with their name servers; skips registered names. */
export async function seedDocumentation(db: ClientBase, now: Date): Promise<void> {
  for (const name of documentation.names) {
    const tld = name.slice(name.indexOf('.') + 1)
    const linked = { registrant: null, contacts: [], hosts: [], hostAttributes: [] }
    const { authInfo, sponsor } = bystanders
    const domain = { name, tld, ...linked, authInfo, expiresAt: addYears(now, 1) }
    if (!(await insertDomain(db, domain, sponsor, now))) continue
    for (const { label, addresses } of documentation.hosts)
      await insertHost(db, { name: `${label}.${name}`, superordinate: name, addresses }, sponsor, now)
  }
}
