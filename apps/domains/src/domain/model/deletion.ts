import type { ErrorName } from '@nameyard/contracts/errors'
import type { Domain } from './domain'
import type { LifecycleEvent } from './lifecycle'
import { permission } from './permissions'
import type { LifeRules } from './rules'
import { plusDays } from './timers'

/** What the account wants of a deletion. */
export interface DeletionWish {
  /** Handed back to the registry, which keeps it for its registrant, instead of deleted. */
  readonly isPushed: boolean
  readonly skipsSoftQuarantine: boolean
}

/** What a deletion comes to. */
export type Deletion =
  | { readonly does: 'move'; readonly event: LifecycleEvent }
  /** Withdraws an order that the registry has not taken for want of money. */
  | { readonly does: 'withdraw' }
  /** Takes a transfer back at the registry. */
  | { readonly does: 'cancel transfer' }
  /** It is deleted already. */
  | { readonly does: 'nothing' }
  | { readonly refused: ErrorName }

/** Decides a deletion that the account asks for. */
export function deletion(
  { phase, renewsAt, waitsFor }: Pick<Domain, 'phase' | 'renewsAt' | 'waitsFor'>,
  { isPushed, skipsSoftQuarantine }: DeletionWish,
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

/** The rules of an extension that deletions go by. */
export interface DeletionRules extends Pick<LifeRules, 'transfer'> {
  /** Days before the renewal within which the account cannot delete any more; 0 where it always can. */
  readonly deleteBarDays: number
  /** Whether a domain can be handed back to the registry instead of being deleted. */
  readonly isPushable: boolean
}
