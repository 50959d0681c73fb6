import { Injectable } from '@nestjs/common'
import { nameserverRenamed } from '@nameyard/contracts/domains/nameserver-renamed'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { Outbox } from '@nameyard/outbox/outbox'
import type { Tx } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { DomainChanges } from '../lifecycle/domain-changes'
import { isLive, lockDomain } from '../lifecycle/domain.store'
import { addToHistory } from '../lifecycle/history.store'

/** The domains of all accounts under some extensions that use a nameserver; `host` is a JSON list of that one. */
const dependents = statement<
  { readonly host: string; readonly extensions: readonly string[] },
  { readonly id: number }
>(
  'domains.dependents-of-host',
  ({ host, extensions }) => sql`
    select id from domain
    where ${isLive} and name_servers @> ${host}::jsonb and extension = any(${extensions}::text[]) order by id`,
)

/**
 * Updates the nameservers of domains after the registry renamed hosts that they use, because the domain above the hosts was
 * deleted. The accounts see it in the history, and other services get an event.
 */
@Injectable()
export class RenamedHosts {
  constructor(
    private readonly changes: DomainChanges,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  async follow(tx: Tx, { renamedHosts = [], hostExtensions = [] }: RegistryView): Promise<void> {
    for (const { from, to } of renamedHosts) {
      const found = await tx.query(dependents, {
        host: JSON.stringify([{ name: from }]),
        extensions: hostExtensions,
      })
      for (const { id } of found) await this.rename(tx, id, from, to)
    }
  }

  private async rename(tx: Tx, id: number, from: string, to: string): Promise<void> {
    const domain = await lockDomain(tx, id)
    if (!domain?.nameServers.some(({ name }) => name === from)) return
    const now = this.clock.now()
    const nameServers = domain.nameServers.map((each) => (each.name === from ? { name: to } : each))
    await this.changes.save(tx, domain, {
      ...domain,
      nameServers,
      // The domain does not have the nameservers of its group any more.
      nsGroup: '',
      nsGroupId: null,
      changedAt: now,
      version: domain.version + 1,
    })
    const { resellerId, name } = domain
    const contents = `The domain above ${from} was deleted. The registry has renamed this name server to ${to}, which does not answer: choose another one.`
    await addToHistory(tx, domain, { contents, happenedAt: now })
    const happenedAt = now.toISOString()
    await this.outbox.append(tx, nameserverRenamed, { domainId: id, resellerId, name, from, to, happenedAt })
  }
}
