import type { ErrorName } from '@nameyard/contracts/errors'
import type { Domain } from '../../lifecycle/model/domain'
import type { LifecycleEvent } from '../../lifecycle/model/lifecycle'
import { permission } from '../../lifecycle/model/permissions'
import { plusDays } from '../../lifecycle/model/timers'
import type { LifecycleRules } from '../../tlds/model/rules'

/** The options of a requested deletion. */
export interface RequestedDeletion {
  /** The domain is returned to the registry, which continues it for its registrant, instead of deleted. */
  readonly isPushed: boolean
  readonly skipsSoftQuarantine: boolean
}

/** What a requested deletion does. */
export type Deletion =
  | { readonly does: 'move'; readonly event: LifecycleEvent }
  /** Withdraws an order that waits for the balance at the registry. */
  | { readonly does: 'withdraw' }
  /** Cancels a transfer at the registry. */
  | { readonly does: 'cancel transfer' }
  /** The domain is deleted already. */
  | { readonly does: 'nothing' }
  | { readonly refused: ErrorName }

/** Decides a deletion that the account requests. */
export function deletion(
  { phase, renewsAt, waitsFor }: Pick<Domain, 'phase' | 'renewsAt' | 'waitsFor'>,
  { isPushed, skipsSoftQuarantine }: RequestedDeletion,
  { transfer, deleteBarDays, isPushable }: DeletionRules,
  now: Date,
): Deletion {
  const permitted = permission('delete', phase)
  if (typeof permitted === 'object') return permitted
  if (isPushed && !isPushable) return { refused: 'deletion_type_invalid' }
  if (waitsFor === 'money') return { does: 'withdraw' }
  if (permitted !== 'submit') return { does: 'move', event: 'delete.asked' }
  if (phase === 'transfer.queued' || phase === 'transfer.pending') {
    return transfer.isCancelable ? { does: 'cancel transfer' } : { refused: 'domain_status_prohibits' }
  }
  if (phase === 'quarantine.soft') {
    return skipsSoftQuarantine ? { does: 'move', event: 'delete.forced' } : { does: 'nothing' }
  }
  const isBarred = deleteBarDays > 0 && renewsAt !== null && now >= plusDays(renewsAt, -deleteBarDays)
  if (isBarred) return { refused: 'deletion_too_late' }
  return { does: 'move', event: skipsSoftQuarantine || isPushed ? 'delete.forced' : 'delete.asked' }
}

/** The rules of an extension for deletions. */
export interface DeletionRules extends Pick<LifecycleRules, 'transfer'> {
  /** Days before the renewal in which the account cannot delete the domain; 0 where it always can. */
  readonly deleteBarDays: number
  /** Whether a domain can be returned to the registry instead of being deleted. */
  readonly isPushable: boolean
}
