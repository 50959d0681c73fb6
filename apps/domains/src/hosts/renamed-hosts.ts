import { nameserverRenamed } from '@nameyard/contracts/domains/nameserver-renamed'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { Outbox } from '@nameyard/outbox/outbox'
import type { Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Injectable } from '@nestjs/common'
import { DomainChanges } from '../domain/domain-changes'
import { addToHistory } from '../domain/history.store'
import { lockDomain } from '../domain/domain.store'

/** a nameserver as a list of one, extensions → the domains of all accounts that use it there */
const dependents = statement(
  'hosts.dependents',
  `select id from domain
   where deleted_at is null and phase <> 'failed' and name_servers @> $1::jsonb and extension = any($2::text[])
   order by id`,
)

/**
 * Shows domains delegated as they are at the registry, after hosts that they use were renamed because the domain above
 * these was deleted. Their accounts learn of it from the histories and by the event.
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
      const found = await tx.query<{ id: number }>(dependents, [JSON.stringify([{ name: from }]), hostExtensions])
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
      // The group stands for other nameservers than the domain has now.
      nsGroup: '',
      nsGroupId: null,
      changedAt: now,
      version: domain.version + 1,
    })
    const { resellerId, name } = domain
    const contents = `The domain above ${from} was deleted. The registry calls this name server ${to} now, and nobody answers there: choose another one.`
    await addToHistory(tx, domain, { contents, happenedAt: now })
    const happenedAt = now.toISOString()
    await this.outbox.append(tx, nameserverRenamed, { domainId: id, resellerId, name, from, to, happenedAt })
  }
}
