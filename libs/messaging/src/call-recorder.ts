import type { ErrorName } from '@nameyard/contracts/errors'
import type { AnyOperation, Call } from '@nameyard/contracts/operation'

/** The audit trail of the operations that a service carries out. */
export interface CallRecorder {
  /** Records the operation of a call, unless the transaction that carried it out has done it. */
  recordAfter(call: Call): Promise<void>
  /** Records that an operation was refused because the caller has no right to it. */
  recordRefused(call: Call, operation: AnyOperation, refusal: ErrorName): Promise<void>
}
