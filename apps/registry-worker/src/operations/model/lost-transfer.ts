import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { TransferState } from '@nameyard/epp/transfer-state'
import { unseen, type Judgment, type Sent } from './judgment'
import { isOurs, type Seen } from './seen'
import type { Reason } from './verdict'
import { viewOf } from './view'

/** Registry and platform clocks may differ by this much. */
const CLOCK_TOLERANCE_MS = 5 * 60_000

/**
 * How often a pending transfer is looked at. A message of the registry says earlier that it is over, but not every
 * registry sends one, and the losing registrar may agree at any time.
 */
const PENDING_TRANSFER_PAUSE_MS = 3_600_000

/** Beside a judgment: that the domain is ours, and has to be made what was wished for. */
export type TransferJudgment = Exclude<Judgment, { kind: 'done' }> | { readonly kind: 'ours' }

/**
 * Judges a transfer request by who sponsors the domain and by the registry's word on the last transfer (RFC 5731
 * section 3.1.3), `none` when it knows of none that we asked for.
 */
export function judgeLostTransfer(seen: Seen, transfer: TransferState | 'none', lost: Sent): TransferJudgment {
  const { clientId } = lost
  if (isOurs(seen, clientId)) return { kind: 'ours' }
  const own = transfer !== 'none' && isOf(transfer, lost) ? transfer : undefined
  const view = viewOf(seen, clientId, own)
  if (seen === 'missing') {
    return { kind: 'refused', reason: { refusal: 'domain_free', code: 2303, text: 'the name is free' }, data: view }
  }
  if (!own) return withoutTransfer(lost, view)
  if (own.trStatus === 'pending') return { kind: 'pending', afterMs: PENDING_TRANSFER_PAUSE_MS, data: view }
  const reason = ends[own.trStatus]
  if (reason) return { kind: 'refused', reason, data: view }
  // It was approved, and the domain is not shown as ours yet.
  return unseen({ ...lost, code: 1000 }, view) as TransferJudgment
}

/** Whether it is the transfer that we asked for, and not one of earlier days. */
function isOf({ reID, reDate }: TransferState, { clientId, sentAt }: Sent): boolean {
  return reID === clientId && reDate.getTime() >= sentAt.getTime() - CLOCK_TOLERANCE_MS
}

function withoutTransfer(lost: Sent, view: RegistryView): TransferJudgment {
  if (lost.code === 1001) {
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
