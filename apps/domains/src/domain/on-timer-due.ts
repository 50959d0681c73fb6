import { cleanUpZone } from '@nameyard/contracts/dns/clean-up-zone'
import type { Payload } from '@nameyard/contracts/event'
import { timerDue } from '@nameyard/contracts/registry/timer-due'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Controller } from '@nestjs/common'
import { Submissions } from '../registry/submissions'
import { rulesOf } from '../tlds/catalogue'
import { IncomingTransfers } from '../transfer/incoming-transfers'
import { DomainChanges } from './domain-changes'
import { hasOther, lockDomain } from './domain.store'
import { hasOpen } from './registry-operation.store'
import type { Domain, RemovalReason } from './model/domain'
import type { LifecycleEvent } from './model/lifecycle'
import { advance } from './model/settlement'
import { endedAt, isDue, type TimerKindName } from './model/timers'
import { WhenRenewalDue } from './when-renewal-due'

/** Result code of a create whose name is taken (RFC 5730 section 3). */
const OBJECT_EXISTS = 2302

type TimerDue = Payload<typeof timerDue>

/** What falls due and costs nothing; everything else is a look at the registry. */
const falling: Partial<
  Record<
    TimerKindName,
    { readonly event: LifecycleEvent; readonly removal?: RemovalReason; readonly reason?: { readonly text: string } }
  >
> = {
  'party-deadline': { event: 'party.overdue', reason: { text: 'The registrant has not answered in time.' } },
  expiry: { event: 'expiry.due', removal: 'expired' },
  'soft-quarantine-end': { event: 'soft.due' },
  'redemption-end': { event: 'redemption.due' },
}

/**
 * Does what is due for a domain. Comes late after an outage and more than once after a crash: the domain itself says
 * whether anything is due.
 */
@Controller()
export class OnTimerDue {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly changes: DomainChanges,
    private readonly submissions: Submissions,
    private readonly renewal: WhenRenewalDue,
    private readonly transfers: IncomingTransfers,
    private readonly clock: Clock,
  ) {}

  @Consumes(timerDue)
  async on(timer: TimerDue, delivery: Delivery): Promise<void> {
    const now = this.instantOf(timer)
    // What costs money is reserved before the transaction that spends it.
    if (timer.kind === 'renewal' && (await this.renewal.renew(timer.domainId, now, delivery))) return
    if (timer.kind === 'scheduled-transfer') return this.transfers.start(timer.domainId, now, delivery)
    await this.database.unitOfWork(delivery, (tx) =>
      this.outbox.once(tx, delivery.messageId, 'domains.timer', () => this.fall(tx, timer, now)).then(() => undefined),
    )
  }

  /** Now, by whichever clock is ahead: a timer is told once, and would be lost on one that is a little behind. */
  private instantOf({ dueAt }: TimerDue): Date {
    return new Date(Math.max(this.clock.epochMs(), new Date(dueAt).getTime()))
  }

  private async fall(tx: Tx, { domainId, kind }: TimerDue, now: Date): Promise<void> {
    const domain = await lockDomain(tx, domainId)
    if (!domain || kind === 'renewal' || !isDue(kind, domain, rulesOf(domain), now)) return
    if (kind === 'zone-cleanup') return this.cleanUp(tx, domain)
    // What is on its way to the registry decides first; its end sets the timers anew.
    if (await hasOpen(tx, domain.id, ['renew', 'delete', 'restore'])) return
    if (kind === 'party-deadline' && domain.waitsFor === 'money') {
      await this.submissions.withdraw(tx, domain, 'The registry was not paid in time.')
      return
    }
    const fallen = falling[kind as TimerKindName]
    const step = fallen && advance(domain, fallen, rulesOf(domain), now)
    if (step) await this.changes.take(tx, domain, step, { cause: 'timer' })
    else await this.changes.follow(tx, domain, 'look', { cause: 'timer' })
  }

  private async cleanUp(tx: Tx, domain: Domain): Promise<void> {
    const ended = endedAt(domain)
    if (!ended || (await hasOther(tx, domain))) return
    const { resellerId, name, orderedAt } = domain
    await this.outbox.append(tx, cleanUpZone, {
      resellerId,
      name,
      endedAt: ended.toISOString(),
      ...(isElsewhere(domain) && { begunAt: orderedAt.toISOString() }),
    })
  }
}

/** Whether a name that was ordered is registered elsewhere, and may have been answered from a zone here before. */
function isElsewhere({ phase, type, failureCode }: Domain): boolean {
  return phase === 'failed' && (type === 'TRANSFER' || failureCode === OBJECT_EXISTS)
}
