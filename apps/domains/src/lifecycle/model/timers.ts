import type { LifecycleRules } from '../../tlds/model/rules'
import type { Domain } from './domain'
import type { Phase } from './lifecycle'

const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** How long an order waits for its registrant, or for the balance at the registry, before it is cancelled; days. */
const PARTY_DAYS = 28

/** How long the zone of a domain is kept after its end, so that resolvers can follow a moved name; days. */
const ZONE_DAYS = 2
/** How long the zone of a failed order is kept, in case the order is placed again; days. */
const ZONE_OF_FAILED_DAYS = 28

/** From how many days before an expiry date on a domain is checked daily. */
const NEAR_DAYS = 7

/** The same time of day some days later, in UTC. */
export function plusDays(instant: Date, days: number): Date {
  return new Date(instant.getTime() + days * DAY_MS)
}

/** Whether a domain is renewed automatically. */
export const isAutorenewed = ({
  autorenew,
  isAutorenewedByDefault,
}: Pick<Domain, 'autorenew' | 'isAutorenewedByDefault'>) =>
  autorenew === 'default' ? isAutorenewedByDefault : autorenew === 'on'

/** The same day and time of a later year. 29 February becomes 1 March in a year without it. */
export function yearsLater(instant: Date, years: number): Date {
  const later = new Date(instant)
  later.setUTCFullYear(later.getUTCFullYear() + years)
  return later
}

/** When an unpaid domain lapses. A registry that renews by itself needs the delete some days before the expiry. */
export function lapsesAt({ expiresAt }: Pick<Domain, 'expiresAt'>, { deleteLeadDays }: LifecycleRules): Date | null {
  return expiresAt && plusDays(expiresAt, -deleteLeadDays)
}

/** Whether the last attempt to renew a domain that lapses has failed. */
export function hasLastChancePassed({ retryAt }: Pick<Domain, 'retryAt'>, lapses: Date | null): boolean {
  return lapses !== null && retryAt !== null && retryAt > lapses
}

/** When an order that waits is cancelled. */
export function waitsUntil({ waitsSince }: Pick<Domain, 'waitsSince'>): Date | null {
  return waitsSince && plusDays(waitsSince, PARTY_DAYS)
}

/** When a domain or order ended for its account. */
export function endedAt({ phase, deletedAt, changedAt }: Domain): Date | null {
  return phase === 'failed' ? changedAt : deletedAt
}

function later(due: Date | null, retryAt: Date | null): Date | null {
  return due && retryAt && retryAt > due ? retryAt : due
}

interface TimerKind {
  readonly phases: readonly Phase[]
  /** When it is due, in words. */
  readonly due: string
  /** What happens then, in words. */
  readonly does: string
  /** When it is due for a domain; null when the domain does not have this timer. */
  readonly at: (domain: Domain, rules: LifecycleRules) => Date | null
}

/** Every timer: in which phases it runs, when it is due and what it does. All can safely run late or twice. */
export const timerKinds = {
  'scheduled-transfer': {
    phases: ['transfer.scheduled'],
    due: 'the requested day',
    does: 'the price of the transfer is reserved and the transfer submitted',
    at: ({ scheduledAt }) => scheduledAt,
  },
  'party-deadline': {
    phases: ['waiting.party'],
    due: `${PARTY_DAYS} days after the order began to wait`,
    does: 'the order is cancelled; one that waits for the balance at the registry is withdrawn there',
    at: waitsUntil,
  },
  renewal: {
    phases: ['active'],
    due: 'the renewal date, with autorenew on; daily again after a renewal failed or could not be paid',
    does: 'the renewal is paid and submitted; where the registry renews by itself, it is paid before that',
    at: (domain) => (isAutorenewed(domain) ? (domain.retryAt ?? domain.renewsAt) : null),
  },
  expiry: {
    phases: ['active'],
    due: 'the end of the paid time, or some days before it where the registry renews by itself; with autorenew on, after the last attempt to renew has failed; daily again after a refusal',
    does: 'the domain enters its soft quarantine, or is deleted where the extension has none',
    at: (domain, rules) => {
      const lapses = lapsesAt(domain, rules)
      // While a renewal may still be paid, this timer would delete the domain that is about to be renewed.
      return isAutorenewed(domain) && !hasLastChancePassed(domain, lapses) ? null : later(lapses, domain.retryAt)
    },
  },
  'soft-quarantine-end': {
    phases: ['quarantine.soft'],
    due: 'the end of the soft quarantine; daily again after the delete is refused',
    does: 'the delete is submitted',
    at: ({ softEndsAt, retryAt }) => later(softEndsAt, retryAt),
  },
  'redemption-end': {
    phases: ['redemption'],
    due: 'the end of the redemption',
    does: 'the domain cannot be restored any more; the registry is checked',
    at: ({ hardEndsAt }) => hardEndsAt,
  },
  'pending-delete-end': {
    phases: ['pendingDelete'],
    due: 'the end of pendingDelete, by the days of the extension',
    does: 'the registry is checked; a name that it does not know is purged',
    at: ({ hardEndsAt, nextCheckAt }, { pendingDeleteDays }) => {
      const purged = hardEndsAt && plusDays(hardEndsAt, pendingDeleteDays)
      return purged && nextCheckAt && nextCheckAt > purged ? nextCheckAt : purged
    },
  },
  'transfer-due': {
    phases: ['transfer.pending', 'active.pendingTransfer'],
    due: 'two hours after the instant that the registry named, then every six hours for ten days, then daily',
    does: 'the registry is checked',
    at: ({ nextCheckAt }) => nextCheckAt,
  },
  sync: {
    phases: [
      'create.pending',
      'active',
      'active.changing',
      'active.trading',
      'quarantine.soft',
      'redemption',
      'restoring',
    ],
    due: 'a day after the registry was checked, while something hints at a change: another phase than `active`, an operation since the last check, a check that failed or did not fit, or an expiry date that is past or near (7 days); otherwise within `DOMAIN_LOOK_DAYS` (28), at a time of its own',
    does: 'the registry is checked, and differences are repaired',
    at: ({ nextCheckAt }) => nextCheckAt,
  },
  'zone-cleanup': {
    phases: ['purged', 'transferredAway', 'failed'],
    due: `${ZONE_DAYS * 24} hours after the domain was purged or transferred away; ${ZONE_OF_FAILED_DAYS} days after an order failed`,
    does: 'the zone of the account for the name is deleted and can be restored, unless the account has another domain or order of the name; if the name is registered elsewhere, only a zone that was created after the order is deleted',
    at: (domain) => {
      const ended = endedAt(domain)
      return ended && plusDays(ended, domain.phase === 'failed' ? ZONE_OF_FAILED_DAYS : ZONE_DAYS)
    },
  },
} as const satisfies Record<string, TimerKind>
export type TimerKindName = keyof typeof timerKinds

export interface Timer {
  readonly kind: TimerKindName
  readonly dueAt: Date
}

/** The timers of a domain, in the order of the table. */
export function timersOf(domain: Domain, rules: LifecycleRules): readonly Timer[] {
  return (Object.entries(timerKinds) as [TimerKindName, TimerKind][]).flatMap(([kind, { phases, at }]) => {
    const dueAt = phases.includes(domain.phase) ? at(domain, rules) : null
    return dueAt ? [{ kind, dueAt }] : []
  })
}

/**
 * When the registry is checked next. Daily while something hints at a change, spread over an hour by the id of the domain.
 * Otherwise at a time of its own in each period of `lookDays`, and when an expiry date comes near.
 */
export function nextCheck(
  domain: Domain,
  { lookDays }: Pick<LifecycleRules, 'lookDays'>,
  now: Date,
  hasHint: boolean,
): Date {
  const isTransfer = domain.phase === 'transfer.pending' || domain.phase === 'active.pendingTransfer'
  if (isTransfer && domain.transferActsAt) {
    const first = new Date(domain.transferActsAt.getTime() + 2 * HOUR_MS)
    if (now < first) return first
    if (now < plusDays(domain.transferActsAt, 10)) return new Date(now.getTime() + 6 * HOUR_MS)
  }
  const daily = new Date(now.getTime() + DAY_MS + ((domain.id % 60) - 30) * 60_000)
  if (hasHint || domain.phase !== 'active' || domain.registryRefusal) return daily
  const expiries = [domain.expiresAt, domain.registryExpiresAt].filter((each) => each !== null)
  const near = expiries.map((expiry) => plusDays(expiry, -NEAR_DAYS))
  if (near.some((instant) => instant <= now)) return daily
  return [...near, ownTime(domain, lookDays, now)].reduce((one, other) => (other < one ? other : one))
}

/** The part of the period that follows the last one of a domain with the id before: the golden ratio spreads them evenly. */
const SPREAD = (Math.sqrt(5) - 1) / 2

/** The next instant of a domain's own: the same in every period of some days. */
function ownTime({ id }: Pick<Domain, 'id'>, days: number, now: Date): Date {
  const periodMs = days * DAY_MS
  const offsetMs = Math.floor(((id * SPREAD) % 1) * periodMs)
  const number = Math.floor((now.getTime() - offsetMs) / periodMs) + 1
  return new Date(number * periodMs + offsetMs)
}

/** Whether a timer of this kind is due. A timer that fires late or twice may not be due any more. */
export function isDue(kind: string, domain: Domain, rules: LifecycleRules, now: Date): boolean {
  return timersOf(domain, rules).some((timer) => timer.kind === kind && timer.dueAt <= now)
}
