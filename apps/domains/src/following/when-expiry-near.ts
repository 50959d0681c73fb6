import { randomUUID } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Schedule } from '@nameyard/runtime/schedule'
import { SweepTask } from '@nameyard/runtime/sweep-task'
import { DomainChanges } from '../lifecycle/domain-changes'
import { lockDomains } from '../lifecycle/domain.store'
import { expiriesWithNotice, hasNotice, noticeDays, type NoticeDays } from './model/expiry-notices'
import { nextNotice, takeExpiring } from './notice-position.store'

const EVERY_MS = 60_000

/** Domains of one transaction: their rows are locked as long as it runs. */
const BATCH = 100

const kinds = { 30: 'in-30-days', 7: 'in-7-days', 1: 'in-1-day' } as const satisfies Record<NoticeDays, string>

/**
 * Tells accounts and registrants that domains expire, some days before. A stored position in the order of expiry says which domains were
 * told, so each notice is given once, also after a restart and by several processes, and a domain whose expiry has moved
 * has its notices before the new one.
 */
@Injectable()
export class WhenExpiryNear extends SweepTask {
  constructor(
    private readonly database: Database,
    private readonly changes: DomainChanges,
    private readonly clock: Clock,
    schedule: Schedule,
  ) {
    super({ name: 'expiry notices', everyMs: EVERY_MS, schedule })
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap()
    void this.run()
  }

  protected override async nextDue(): Promise<Date | undefined> {
    const [next] = await this.database.read(nextNotice, { days: noticeDays })
    return next?.dueAt ?? undefined
  }

  protected override async sweep(): Promise<void> {
    for (const days of noticeDays) {
      let taken: number
      do taken = await this.tellSome(days)
      while (taken === BATCH && !this.isStopped)
    }
  }

  /** Tells about some domains and returns how many were looked at. */
  private tellSome(days: NoticeDays): Promise<number> {
    const now = this.clock.now()
    return this.database.unitOfWork({ correlationId: randomUUID() }, async (tx) => {
      const ids = await takeExpiring(tx, { days, ...expiriesWithNotice(days, now) }, BATCH)
      // Another transaction may have renewed or moved a domain before its row was locked.
      const domains = ids.length === 0 ? [] : await lockDomains(tx, ids)
      for (const domain of domains)
        if (hasNotice(domain, days, now)) await this.changes.tellExpiry(tx, domain, kinds[days])
      return ids.length
    })
  }
}
