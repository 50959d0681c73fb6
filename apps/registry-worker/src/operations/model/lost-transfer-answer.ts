import type { TransferState } from '@nameyard/epp/transfer-state'
import { isOurs, type Seen } from '../../dialects/model/seen'
import { unseen, type Judgment, type Sent } from './judgment'
import { viewOf } from './view'

/** The operations on a pending transfer: of the losing registrar, or (cancel) of the gaining one. */
export type TransferAnswer = 'approve' | 'reject' | 'cancel'

/** The final states of a transfer after each operation. The registry approves a transfer that is not answered in time. */
const endsOf: Readonly<Record<TransferAnswer, readonly string[]>> = {
  approve: ['clientApproved', 'serverApproved'],
  reject: ['clientRejected'],
  cancel: ['clientCancelled'],
}

/**
 * Judges our answer to a transfer by the state of the transfer: still pending, ended as intended, or ended otherwise. A
 * registry may show the transfer to the new sponsor only: then a confirmed answer counts, and a domain of another
 * registrar was transferred.
 */
export function judgeLostTransferAnswer(
  answer: TransferAnswer,
  seen: Seen,
  transfer: TransferState | 'none',
  sent: Sent,
): Judgment {
  const view = viewOf(seen, sent.clientId, transfer === 'none' ? undefined : transfer)
  if (transfer !== 'none') {
    if (transfer.trStatus === 'pending') return unseen(sent, view)
    if (endsOf[answer].includes(transfer.trStatus)) return { kind: 'done', data: view }
  }
  const hasLeft = answer === 'approve' && seen !== 'missing' && !isOurs(seen, sent.clientId)
  if (transfer === 'none' && (sent.code !== null || hasLeft)) return { kind: 'done', data: view }
  const text = transfer === 'none' ? 'no transfer is pending' : `the transfer is over: ${transfer.trStatus}`
  return { kind: 'refused', reason: { refusal: 'transfer_not_pending', code: 2301, text }, data: view }
}
