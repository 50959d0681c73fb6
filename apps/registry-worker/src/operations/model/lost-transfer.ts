import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { ACTION_PENDING } from '@nameyard/epp/result-code'
import type { TransferState } from '@nameyard/epp/transfer-state'
import { isOurs, type Seen } from '../../dialects/model/seen'
import { unseen, type Judgment, type Sent } from './judgment'
import type { Reason } from './verdict'
import { viewOf } from './view'

/** Registry and platform clocks may differ by this much. */
const CLOCK_TOLERANCE_MS = 5 * 60_000

/**
 * How often a pending transfer is checked. A poll message may announce its end earlier, but not every registry sends one,
 * and the losing registrar may approve at any time.
 */
const PENDING_TRANSFER_PAUSE_MS = 3_600_000

/** A judgment, or that the domain is ours and must be brought to its desired state. */
export type TransferJudgment = Exclude<Judgment, { kind: 'done' }> | { readonly kind: 'ours' }

/**
 * Judges a transfer request by the sponsor of the domain and the last transfer (RFC 5731 section 3.1.3); `none` when the
 * registry shows no transfer that we requested.
 */
export function judgeLostTransfer(seen: Seen, transfer: TransferState | 'none', lost: Sent): TransferJudgment {
  const { clientId } = lost
  if (isOurs(seen, clientId)) return { kind: 'ours' }
  const own = transfer !== 'none' && isOf(transfer, lost) ? transfer : undefined
  const view = viewOf(seen, clientId, own)
  if (seen === 'missing') return free(view)
  if (!own) return withoutTransfer(lost, view)
  if (own.trStatus === 'pending') return { kind: 'pending', afterMs: PENDING_TRANSFER_PAUSE_MS, data: view }
  const reason = ends[own.trStatus]
  if (reason) return { kind: 'refused', reason, data: view }
  // The transfer was approved, but info does not show us as sponsor yet.
  return unseen({ ...lost, code: 1000 }, view) as TransferJudgment
}

/** Judges a transfer that the losing registrar makes, by the sponsor of the domain alone. */
export function judgePush(seen: Seen, clientId: string) {
  if (isOurs(seen, clientId)) return { kind: 'ours' } as const
  const view = viewOf(seen, clientId)
  return seen === 'missing'
    ? free(view)
    : ({ kind: 'pending', afterMs: PENDING_TRANSFER_PAUSE_MS, data: view } as const)
}

function free(data: RegistryView) {
  const reason: Reason = { refusal: 'domain_free', code: 2303, text: 'the name is free' }
  return { kind: 'refused', reason, data } as const
}

/** Whether the transfer is the one that we requested, and not an earlier one. */
function isOf({ reID, reDate }: TransferState, { clientId, sentAt }: Sent): boolean {
  return reID === clientId && reDate.getTime() >= sentAt.getTime() - CLOCK_TOLERANCE_MS
}

function withoutTransfer(lost: Sent, view: RegistryView): TransferJudgment {
  if (lost.code === ACTION_PENDING) {
    const text = 'the transfer that was pending is over, and the domain is not ours'
    return { kind: 'refused', reason: { refusal: 'registry_refused', code: 2301, text }, data: view }
  }
  return unseen(lost, view) as TransferJudgment
}

const ends: Readonly<Record<string, Reason>> = {
  clientRejected: { refusal: 'registry_refused', text: 'the losing registrar refused the transfer' },
  clientCancelled: { refusal: 'registry_refused', text: 'the transfer was cancelled' },
  serverCancelled: { refusal: 'registry_refused', text: 'the registry cancelled the transfer' },
}
