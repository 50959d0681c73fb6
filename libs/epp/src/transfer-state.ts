import type { ElementReader } from './element-reader'

/** The state of a transfer (RFC 5730 section 2.9.3.4, eppcom trStatusType). */
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
  /** The registrar that requested the transfer. */
  readonly reID: string
  readonly reDate: Date
  /** The registrar that has to act, or has acted. */
  readonly acID: string
  /** The deadline to act, or the time of the act. */
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
