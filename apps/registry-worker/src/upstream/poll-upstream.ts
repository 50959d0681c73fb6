import { createHash, randomUUID } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { listDomains } from '@nameyard/contracts/domains/list-domains'
import { registryMessageReceived } from '@nameyard/contracts/registry/message-received'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Announcer } from '../operations/announcer'
import { keepMessage, wakeOrder } from '../poll/poll-message.store'
import type { UpstreamAccount } from '../registries/registry'
import { instantOf } from './model/seen'
import { UpstreamClient } from './upstream-client'
import type { UpstreamDomain } from './upstream-reader'

const PAGE = 1_000
/** A change is announced again when its row of messages was deleted; older changes are compared by other means. */
const LOOK_BACK_MS = 24 * 3_600_000

/**
 * Finds what changed upstream: reads all domains of the account and announces each change of a domain once, or wakes the order
 * of the name. Our own changes are announced too; the check that follows finds nothing new then.
 */
@Injectable()
export class PollUpstream {
  constructor(
    private readonly client: UpstreamClient,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly announcer: Announcer,
    private readonly clock: Clock,
  ) {}

  async poll(account: UpstreamAccount, isStopped: () => boolean): Promise<void> {
    const since = this.clock.epochMs() - LOOK_BACK_MS
    for (let offset = 0; !isStopped(); offset += PAGE) {
      const { results, total } = await this.client.ask(account, listDomains, {
        limit: PAGE,
        offset,
        order_by: { id: 'asc' },
      })
      for (const domain of results) {
        const changedAt = instantOf(domain.last_changed)
        if (changedAt && changedAt.getTime() >= since) await this.announce(account, domain, changedAt)
      }
      if (offset + PAGE >= total) return
    }
  }

  private async announce({ account }: UpstreamAccount, shown: UpstreamDomain, queuedAt: Date): Promise<void> {
    const { id, domain, status, last_changed: changed } = shown
    // Two changes in one second differ by what the domain shows.
    const digest = createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 16)
    const object = `${domain.name}.${domain.extension}`
    const text = `changed upstream: ${status}`
    const message = {
      id: `${id}@${changed} ${digest}`,
      text,
      queuedAt,
      count: 1,
      news: { kind: 'other' as const, object: undefined },
    }
    await this.database.unitOfWork({ correlationId: randomUUID() }, async (tx) => {
      const now = this.clock.now()
      if (!(await keepMessage(tx, account, message, object, text, now))) return
      if (await wakeOrder(tx, account, { messageId: message.id, object }, now))
        return tx.afterCommit(() => this.announcer.wake())
      await this.outbox.append(tx, registryMessageReceived, {
        account,
        messageId: message.id,
        about: 'change',
        object,
        text,
        queuedAt: queuedAt.toISOString(),
      })
    })
  }
}
