import type { TransferState } from '@nameyard/epp/transfer-state'
import { unseen, type Judgment, type Sent } from './judgment'
import { isOurs, type Seen } from './seen'
import { viewOf } from './view'

/** What is said to a pending transfer: by the losing registrar, or (cancel) by the one who asked for it. */
export type TransferAnswer = 'approve' | 'reject' | 'cancel'

/** The ends of a transfer that each of them has. The registry approves what is not answered in time. */
const endsOf: Readonly<Record<TransferAnswer, readonly string[]>> = {
  approve: ['clientApproved', 'serverApproved'],
  reject: ['clientRejected'],
  cancel: ['clientCancelled'],
}

/**
 * Judges the answer to a transfer by what became of the transfer: it is pending still, or over in the way that was
 * meant, or in another way. A registry may tell those alone of it who sponsor the domain by then: its word stands, and a
 * domain that is elsewhere was let go.
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
