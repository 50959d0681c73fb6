import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { Domain } from './domain'
import type { Guard, LifecycleEvent } from './lifecycle'
import type { LifeRules } from './rules'
import { needsAuthorization } from './transfer'
import { plusDays } from './timers'

/** What a decision is made of. */
export interface Facts {
  readonly domain: Domain
  readonly rules: LifeRules
  readonly now: Date
  /** What the registry showed. */
  readonly view: RegistryView
  /** A message of the registry made us look. */
  readonly isTold: boolean
}

/**
 * Whether a delete costs nothing now and ends the domain at once (RFC 3915 section 3.1, addPeriod). What the registry
 * showed of that holds until the grace is over, not until it is looked at again.
 */
export function isInAddGrace(
  { createdAt, type, graceStatuses }: Pick<Domain, 'createdAt' | 'graceStatuses' | 'type'>,
  { grace }: LifeRules,
  now: Date,
): boolean {
  const isNew = type === 'NEW' || graceStatuses.includes('addPeriod')
  return isNew && createdAt !== null && now < plusDays(createdAt, grace.addDays)
}

const hasSoftQuarantine = ({ domain, rules, now }: Facts) =>
  rules.quarantine.softDays > 0 && !isInAddGrace(domain, rules, now)

/** The conditions of transitions. */
export const guards = {
  'is new': ({ domain }) => domain.type !== 'TRANSFER',
  'is transfer': ({ domain }) => domain.type === 'TRANSFER',
  'needs authorization': ({ domain, rules }) => needsAuthorization(domain, rules),
  'has soft quarantine': hasSoftQuarantine,
  'no soft quarantine': (facts) => !hasSoftQuarantine(facts),
  'is gone': ({ view }) => view.presence === 'missing',
  'is kept': ({ view }) => view.presence !== 'missing',
  'was deleted': ({ domain }) => domain.hardEndsAt !== null,
  'was lapsed': ({ domain }) => domain.hardEndsAt === null,
  'was told': ({ isTold }) => isTold,
} as const satisfies Record<Guard, (facts: Facts) => boolean>

/** What a look at the registry found; undefined when it does not say enough to conclude anything. */
export function seen({
  presence,
  statuses = [],
  graceStatuses = [],
  transfer,
}: RegistryView): LifecycleEvent | undefined {
  if (presence === 'missing') return 'look.missing'
  if (presence === 'foreign') return 'look.foreign'
  if (presence === undefined || statuses.includes('pendingCreate')) return undefined
  if (graceStatuses.includes('pendingDelete')) return 'look.dying'
  if (statuses.includes('pendingDelete') || graceStatuses.includes('redemptionPeriod')) return 'look.redemption'
  if (statuses.includes('pendingTransfer') && transfer?.direction !== 'in') return 'look.leaving'
  return 'look.ours'
}
