import { Controller } from '@nestjs/common'
import { cleanUpZone } from '@nameyard/contracts/dns/clean-up-zone'
import type { Payload } from '@nameyard/contracts/event'
import { ROUTINE_TIMER } from '@nameyard/contracts/registry/set-timers'
import { timerDue } from '@nameyard/contracts/registry/timer-due'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { DomainChanges } from '../lifecycle/domain-changes'
import { hasOther, lockDomain } from '../lifecycle/domain.store'
import type { Domain, RemovalReason } from '../lifecycle/model/domain'
import type { LifecycleEvent } from '../lifecycle/model/lifecycle'
import { advance } from '../lifecycle/model/settlement'
import { endedAt, isDue, type TimerKindName } from '../lifecycle/model/timers'
import { hasOpen, lastCreateRefusal } from '../registry/registry-operation.store'
import { Submissions } from '../registry/submissions'
import { rulesOf } from '../tlds/catalogue'
import { ScheduledTransfers } from '../transfer/scheduled-transfers'
import { WhenRenewalDue } from './when-renewal-due'

type TimerDue = Payload<typeof timerDue>

/** The events of timers that are free of charge. Other timers check the registry. */
const eventOf: Partial<
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
 * Carries out a due timer of a domain. The message can be late after an outage, and repeated after a crash: the dates of the
 * domain decide whether anything is due.
 */
@Controller()
export class OnTimerDue {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly changes: DomainChanges,
    private readonly submissions: Submissions,
    private readonly renewal: WhenRenewalDue,
    private readonly transfers: ScheduledTransfers,
    private readonly clock: Clock,
  ) {}

  @Consumes(timerDue)
  async on(timer: TimerDue, delivery: Delivery): Promise<void> {
    const now = this.instantOf(timer)
    // Credit is reserved before the transaction that uses it.
    if (timer.kind === 'renewal' && (await this.renewal.renew(timer.domainId, now, delivery))) return
    if (timer.kind === 'scheduled-transfer') return this.transfers.start(timer.domainId, now, delivery)
    await this.database.unitOfWork(delivery, (tx) =>
      this.outbox.once(tx, delivery.messageId, 'domains.timer', () => this.fire(tx, timer, now)).then(() => undefined),
    )
  }

  /** The later of now and `dueAt`: a timer is sent once, and would be lost on a clock that is slightly behind. */
  private instantOf({ dueAt }: TimerDue): Date {
    return new Date(Math.max(this.clock.epochMs(), new Date(dueAt).getTime()))
  }

  private async fire(tx: Tx, { domainId, kind }: TimerDue, now: Date): Promise<void> {
    const domain = await lockDomain(tx, domainId)
    if (!domain || kind === 'renewal' || !isDue(kind, domain, rulesOf(domain), now)) return
    if (kind === 'zone-cleanup') return this.cleanUp(tx, domain)
    // An operation under way decides first. Its end sets the timers again.
    if (await hasOpen(tx, domain.id, ['renew', 'delete', 'restore'])) return
    const isRoutine = kind === ROUTINE_TIMER
    if (isRoutine && (await hasOpen(tx, domain.id, ['info']))) return
    if (kind === 'party-deadline' && domain.waitsFor === 'money') {
      await this.submissions.withdraw(tx, domain, 'The registry was not paid in time.')
      return
    }
    const event = eventOf[kind as TimerKindName]
    const step = event && advance(domain, event, rulesOf(domain), now)
    if (step) await this.changes.apply(tx, domain, step, { cause: 'timer' })
    else await this.changes.carryOut(tx, domain, 'check', { cause: 'timer', isRoutine })
  }

  private async cleanUp(tx: Tx, domain: Domain): Promise<void> {
    const ended = endedAt(domain)
    if (!ended || (await hasOther(tx, domain))) return
    const { resellerId, name, orderedAt } = domain
    await this.outbox.append(tx, cleanUpZone, {
      resellerId,
      name,
      endedAt: ended.toISOString(),
      ...((await isElsewhere(tx, domain)) && { begunAt: orderedAt.toISOString() }),
    })
  }
}

/** Whether the name of a failed order is registered elsewhere: an older zone here may have answered for it before. */
async function isElsewhere(tx: Tx, { id, phase, type }: Domain): Promise<boolean> {
  if (phase !== 'failed') return false
  return type === 'TRANSFER' || (await lastCreateRefusal(tx, id)) === 'domain_not_free'
}
