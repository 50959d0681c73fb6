import type { Domain } from './domain'
import type { Phase } from './lifecycle'
import { PARTY_DAYS, type LifeRules } from './rules'

const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** How long the zone of a domain outlives it, so that a name that moves is answered until resolvers have followed. */
const ZONE_DAYS = 2
/** How long the zone of a failed order waits for the order to be tried again. */
const ZONE_OF_FAILED_DAYS = 28

/** Days later, by the clock of UTC. */
export function plusDays(instant: Date, days: number): Date {
  return new Date(instant.getTime() + days * DAY_MS)
}

/** Whether a domain is renewed without being asked for it. */
export const isAutorenewed = ({
  autorenew,
  isAutorenewedByDefault,
}: Pick<Domain, 'autorenew' | 'isAutorenewedByDefault'>) =>
  autorenew === 'default' ? isAutorenewedByDefault : autorenew === 'on'

/** The same day and time of a later year; the 1st of March for a 29th of February that is none. */
export function yearsLater(instant: Date, years: number): Date {
  const later = new Date(instant)
  later.setUTCFullYear(later.getUTCFullYear() + years)
  return later
}

/** When a domain lapses that is not paid for: a registry that renews by itself must be told before that it shall not. */
export function lapsesAt({ expiresAt }: Pick<Domain, 'expiresAt'>, { deleteLeadDays }: LifeRules): Date | null {
  return expiresAt && plusDays(expiresAt, -deleteLeadDays)
}

/** Whether the last try to renew a domain that lapses has failed. */
export function hasLastChancePassed({ retryAt }: Pick<Domain, 'retryAt'>, lapses: Date | null): boolean {
  return lapses !== null && retryAt !== null && retryAt > lapses
}

/** When the account's part in a domain ended. */
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
  /** When it is due for a domain; null when it is not set. */
  readonly at: (domain: Domain, rules: LifeRules) => Date | null
}

/** Every timer: in which phases it runs, when it is due and what it does. All are safe to run late and twice. */
export const timerKinds = {
  'scheduled-transfer': {
    phases: ['transfer.scheduled'],
    due: 'the day that was asked for',
    does: 'the transfer is paid for and submitted',
    at: ({ scheduledAt }) => scheduledAt,
  },
  'party-deadline': {
    phases: ['waiting.party'],
    due: `${PARTY_DAYS} days after it began to wait`,
    does: 'the order is given up; one that waits for money at the registry is withdrawn there',
    at: ({ waitsSince }) => waitsSince && plusDays(waitsSince, PARTY_DAYS),
  },
  renewal: {
    phases: ['active'],
    due: 'the renewal date, with autorenew on; daily again when it could not be paid or carried out',
    does: 'the renewal is paid for and submitted; where the registry renews by itself it is paid for before that',
    at: (domain) => (isAutorenewed(domain) ? (domain.retryAt ?? domain.renewsAt) : null),
  },
  expiry: {
    phases: ['active'],
    due: 'the end of the paid time, or so many days before as a registry that renews by itself must be told; with autorenew on when the last try to renew has failed; daily again when refused',
    does: 'the domain goes to its soft quarantine, or is deleted where there is none',
    at: (domain, rules) => {
      const lapses = lapsesAt(domain, rules)
      // Beside a renewal that is being paid for it would compete for the same credit, and end what was about to be paid.
      return isAutorenewed(domain) && !hasLastChancePassed(domain, lapses) ? null : later(lapses, domain.retryAt)
    },
  },
  'soft-quarantine-end': {
    phases: ['quarantine.soft'],
    due: 'the end of the soft quarantine; daily again when the delete is refused',
    does: 'the delete is submitted',
    at: ({ softEndsAt, retryAt }) => later(softEndsAt, retryAt),
  },
  'redemption-end': {
    phases: ['quarantine.hard'],
    due: 'the end of the redemption',
    does: 'the domain cannot be restored any more; the registry is looked at',
    at: ({ hardEndsAt }) => hardEndsAt,
  },
  'pending-delete-end': {
    phases: ['dying'],
    due: 'the days that the registry keeps a name after its redemption',
    does: 'the registry is looked at; the name is gone when it does not know it',
    at: ({ hardEndsAt, looksAt }, { pendingDeleteDays }) => {
      const purged = hardEndsAt && plusDays(hardEndsAt, pendingDeleteDays)
      return purged && looksAt && looksAt > purged ? looksAt : purged
    },
  },
  'transfer-due': {
    phases: ['transfer.pending', 'active.leaving'],
    due: 'two hours after the instant that the registry named, then every six hours for ten days, then daily',
    does: 'the registry is looked at',
    at: ({ looksAt }) => looksAt,
  },
  sync: {
    phases: [
      'create.pending',
      'active',
      'active.changing',
      'active.trading',
      'quarantine.soft',
      'quarantine.hard',
      'restoring',
    ],
    due: 'a day after the registry was looked at',
    does: 'the registry is looked at; what differs is repaired',
    at: ({ looksAt }) => looksAt,
  },
  'zone-cleanup': {
    phases: ['gone', 'left', 'failed'],
    due: `${ZONE_DAYS * 24} hours after the domain was gone or left; ${ZONE_OF_FAILED_DAYS} days after an order failed`,
    does: 'the zone that the account had here for the name is taken away, unless the account has another domain or order of the name; of a name that is registered elsewhere only one that was made since it was ordered; it can be restored',
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

/** All timers of a domain as it is, in the order of the table. */
export function timersOf(domain: Domain, rules: LifeRules): readonly Timer[] {
  return (Object.entries(timerKinds) as [TimerKindName, TimerKind][]).flatMap(([kind, { phases, at }]) => {
    const dueAt = phases.includes(domain.phase) ? at(domain, rules) : null
    return dueAt ? [{ kind, dueAt }] : []
  })
}

/** When the registry is looked at again: daily, spread over the day by the number of the domain. */
export function nextLook(domain: Domain, now: Date): Date {
  const isTransfer = domain.phase === 'transfer.pending' || domain.phase === 'active.leaving'
  if (isTransfer && domain.transferActsAt) {
    const first = new Date(domain.transferActsAt.getTime() + 2 * HOUR_MS)
    if (now < first) return first
    if (now < plusDays(domain.transferActsAt, 10)) return new Date(now.getTime() + 6 * HOUR_MS)
  }
  return new Date(now.getTime() + DAY_MS + ((domain.id % 60) - 30) * 60_000)
}

/** Whether a timer of this kind is due: one that comes late or twice finds that it is not, or not any more. */
export function isDue(kind: string, domain: Domain, rules: LifeRules, now: Date): boolean {
  return timersOf(domain, rules).some((timer) => timer.kind === kind && timer.dueAt <= now)
}
