/**
 * Which account events a change of a domain is: what its reseller reads in the event log. They follow from the domain before
 * and after the change alone, so that no feature announces its changes itself. Every change that a read shows is one.
 */
import { isDeepStrictEqual } from 'node:util'
import type * as catalogue from '@nameyard/contracts/events/catalogue/domain-events'
import type { Domain } from './domain'
import { deleteStatus, heldPhases, visibleStatus } from './lifecycle'
import { hiddenValues } from './shown'

/** A type of event about a domain. */
export type DomainEventType = (typeof catalogue)[Exclude<keyof typeof catalogue, 'domainState'>]['type']

/** The type of the event of a new row: an order, or a domain that the platform sponsors already. */
export function typeOfNew(domain: Pick<Domain, 'movedFrom' | 'phase' | 'type'>): DomainEventType {
  if (domain.phase !== 'active') return orderOf(domain)
  return domain.movedFrom === null ? 'domain.adopted' : 'domain.transfer-in-completed'
}

/** The types of the events of a change, in the order in which they are recorded; none where no read shows a difference. */
export function eventsOf(before: Domain, after: Domain): DomainEventType[] {
  const types: DomainEventType[] = []
  const moved = phaseEvent(before, after) ?? renewalEvent(before, after) ?? removalEvent(before, after)
  if (moved) types.push(moved)
  else if (before.ownerHandle !== after.ownerHandle) types.push('domain.owner-changed')
  else if (isShownOtherwise(before, after)) types.push('domain.changed')
  if (before.isSuspended !== after.isSuspended) {
    types.push(after.isSuspended ? 'domain.suspended' : 'domain.unsuspended')
  }
  if (isCodeChanged(before, after)) types.push('domain.auth-code-changed')
  if (before.isLocked && !after.isLocked && heldPhases.has(after.phase)) types.push('domain.transfer-lock-removed')
  return types
}

function orderOf({ type }: Pick<Domain, 'type'>): DomainEventType {
  return type === 'TRANSFER' ? 'domain.transfer-in-requested' : 'domain.ordered'
}

/** The event of a change of the phase; undefined where resellers do not see that change as one. */
function phaseEvent(before: Domain, after: Domain): DomainEventType | undefined {
  if (after.phase === 'failed' && after.deletedAt && !before.deletedAt) return 'domain.order-removed'
  if (before.phase === after.phase) return undefined
  switch (after.phase) {
    case 'create.queued':
    case 'transfer.queued':
    case 'waiting.party':
      if (before.phase === 'failed') return orderOf(after)
      return !before.authorizedAt && after.authorizedAt ? 'domain.transfer-in-approved' : undefined
    case 'active':
      return eventOfActive(before, after)
    case 'active.pendingTransfer':
      return 'domain.transfer-out-requested'
    case 'active.trading':
      return 'domain.trade-requested'
    case 'quarantine.soft':
      if (before.phase === 'restoring') return 'domain.restore-failed'
      return after.removalReason === 'expired' ? 'domain.expired' : 'domain.quarantined'
    case 'redemption':
      return before.phase === 'restoring' ? 'domain.restore-failed' : 'domain.deleted'
    case 'restoring':
      return 'domain.restore-requested'
    case 'pendingDelete':
      return 'domain.pending-delete'
    case 'purged':
      return 'domain.purged'
    case 'transferredAway':
      return 'domain.transfer-out-completed'
    case 'failed':
      return after.type === 'TRANSFER' ? 'domain.transfer-in-failed' : 'domain.registration-failed'
    default:
      return undefined
  }
}

function eventOfActive(before: Domain, after: Domain): DomainEventType | undefined {
  if (!before.activatedAt) return after.type === 'TRANSFER' ? 'domain.transfer-in-completed' : 'domain.activated'
  switch (before.phase) {
    case 'restoring':
      return 'domain.restored'
    case 'active.pendingTransfer':
      return 'domain.transfer-out-cancelled'
    case 'active.trading':
      // Only a trade that the registry has carried out begins a transfer lock.
      return isDeepStrictEqual(before.transferLockedUntil, after.transferLockedUntil)
        ? 'domain.trade-failed'
        : 'domain.owner-changed'
    default:
      return undefined
  }
}

/** The event of a renewal of a domain that is not being deleted. */
function renewalEvent(before: Domain, after: Domain): DomainEventType | undefined {
  if (!heldPhases.has(after.phase) || after.removalReason) return undefined
  if (before.expiresAt && after.expiresAt && after.expiresAt > before.expiresAt) return 'domain.renewed'
  const isTriedAgain = after.retryAt !== null && !isDeepStrictEqual(before.retryAt, after.retryAt)
  return isTriedAgain ? 'domain.renewal-failed' : undefined
}

/** The event of a deletion that is under way at the registry and has not changed the phase. */
function removalEvent(before: Domain, after: Domain): DomainEventType | undefined {
  if (before.removalReason === after.removalReason) return undefined
  if (!after.removalReason) return 'domain.deletion-failed'
  return after.removalReason === 'expired' ? 'domain.expired' : 'domain.deletion-requested'
}

/** Values that are not compared: no read shows them, or another event announces them. */
const announced: ReadonlySet<string> = new Set<keyof Domain>([
  ...hiddenValues,
  'authCode',
  'changedAt',
  'internalAuthCode',
  'isSuspended',
  'leavesZones',
  'ownerHandle',
  'phase',
])

function isShownOtherwise(before: Domain, after: Domain): boolean {
  const values = Object.keys(after) as (keyof Domain)[]
  return (
    visibleStatus[before.phase] !== visibleStatus[after.phase] ||
    deleteStatus[before.phase] !== deleteStatus[after.phase] ||
    values.some((value) => !announced.has(value) && !isDeepStrictEqual(before[value], after[value]))
  )
}

/** Whether a domain has another code than before. Neither the code of an arriving domain is one, nor its end. */
function isCodeChanged(before: Domain, after: Domain): boolean {
  const isOther = (code: 'authCode' | 'internalAuthCode') => after[code] !== '' && before[code] !== after[code]
  return before.activatedAt !== null && (isOther('authCode') || isOther('internalAuthCode'))
}
