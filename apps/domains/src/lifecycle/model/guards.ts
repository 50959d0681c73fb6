import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { LifecycleRules } from '../../tlds/model/rules'
import { needsAuthorization } from './authorization'
import type { Domain } from './domain'
import type { Guard, LifecycleEvent } from './lifecycle'
import { plusDays } from './timers'

/** What guards decide by. */
export interface Facts {
  readonly domain: Domain
  readonly rules: LifecycleRules
  readonly now: Date
  /** The state that the registry shows. */
  readonly view: RegistryView
  /** Whether a poll message of the registry caused the check. */
  readonly isAnnounced: boolean
}

/**
 * Whether a delete is free of charge now and purges the domain at once (RFC 3915 section 3.1, addPeriod). A status that the
 * registry showed counts until the grace period is over, not until the next check.
 */
export function isInAddGrace(
  { createdAt, type, graceStatuses }: Pick<Domain, 'createdAt' | 'graceStatuses' | 'type'>,
  { grace }: LifecycleRules,
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
  'is purged': ({ view }) => isGone(view),
  'is in redemption': ({ view }) => !isGone(view),
  'was deleted': ({ domain }) => domain.hardEndsAt !== null,
  'was lapsed': ({ domain }) => domain.hardEndsAt === null,
  'was announced': ({ isAnnounced }) => isAnnounced,
} as const satisfies Record<Guard, (facts: Facts) => boolean>

/** A name that was given back to the registry is not ours any more. */
function isGone({ presence }: Facts['view']): boolean {
  return presence === 'missing' || presence === 'foreign'
}

/** The event for the state that the registry shows; undefined when the state allows no conclusion. */
export function seen({
  presence,
  statuses = [],
  graceStatuses = [],
  transfer,
}: RegistryView): LifecycleEvent | undefined {
  if (presence === 'missing') return 'info.missing'
  if (presence === 'foreign') return 'info.foreign'
  if (presence === undefined || statuses.includes('pendingCreate')) return undefined
  if (graceStatuses.includes('pendingDelete')) return 'info.pendingDelete'
  if (statuses.includes('pendingDelete') || graceStatuses.includes('redemptionPeriod')) return 'info.redemption'
  if (statuses.includes('pendingTransfer') && transfer?.direction !== 'in') return 'info.pendingTransfer'
  return 'info.ours'
}
