import type { ElementReader } from './element-reader'

/** How far a transfer is (RFC 5730 section 2.9.3.4, eppcom trStatusType). */
export type TransferStatus =
  | 'clientApproved'
  | 'clientCancelled'
  | 'clientRejected'
  | 'pending'
  | 'serverApproved'
  | 'serverCancelled'
  | (string & Record<never, never>)

/** A transfer of a domain or contact between registrars. */
export interface TransferState {
  readonly trStatus: TransferStatus
  /** Who asked for the object. */
  readonly reID: string
  readonly reDate: Date
  /** Who has to act, or has acted. */
  readonly acID: string
  /** By when somebody has to act, or when somebody acted. */
  readonly acDate: Date
}

export function decodeTransfer(trnData: ElementReader): TransferState {
  return {
    trStatus: trnData.token('trStatus'),
    reID: trnData.token('reID'),
    reDate: trnData.date('reDate'),
    acID: trnData.token('acID'),
    acDate: trnData.date('acDate'),
  }
}
