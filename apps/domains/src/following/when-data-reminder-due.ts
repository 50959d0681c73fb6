import { randomUUID } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Schedule } from '@nameyard/runtime/schedule'
import { SweepTask } from '@nameyard/runtime/sweep-task'
import { DomainChanges } from '../lifecycle/domain-changes'
import { lockDomains } from '../lifecycle/domain.store'
import { expiriesWithReminder, hasReminder, reminderDays } from './model/data-reminders'
import { nextNotice, takeExpiring } from './notice-position.store'

const EVERY_MS = 60_000

/** Domains of one transaction: their rows are locked as long as it runs. */
const BATCH = 100

/**
 * Asks the registrants of gTLDs once a year to check their registration data. A stored position in the order of expiry says
 * which domains had the reminder of a year, as with the notices of expiry: each is given once, also after a restart and by
 * several processes.
 */
@Injectable()
export class WhenDataReminderDue extends SweepTask {
  constructor(
    private readonly database: Database,
    private readonly changes: DomainChanges,
    private readonly clock: Clock,
    schedule: Schedule,
  ) {
    super({ name: 'data reminders', everyMs: EVERY_MS, schedule })
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap()
    void this.run()
  }

  protected override async nextDue(): Promise<Date | undefined> {
    const [next] = await this.database.read(nextNotice, { days: reminderDays })
    return next?.dueAt ?? undefined
  }

  protected override async sweep(): Promise<void> {
    for (const days of reminderDays) {
      let taken: number
      do taken = await this.remindSome(days)
      while (taken === BATCH && !this.isStopped)
    }
  }

  /** Reminds the registrants of some domains and returns how many were looked at. */
  private remindSome(days: number): Promise<number> {
    const now = this.clock.now()
    return this.database.unitOfWork({ correlationId: randomUUID() }, async (tx) => {
      const ids = await takeExpiring(tx, { days, ...expiriesWithReminder(days, now) }, BATCH)
      // Another transaction may have renewed or moved a domain before its row was locked.
      const domains = ids.length === 0 ? [] : await lockDomains(tx, ids)
      for (const domain of domains) if (hasReminder(domain, days, now)) await this.changes.remindOfData(tx, domain)
      return ids.length
    })
  }
}
