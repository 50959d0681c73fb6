import type { listOperations } from '@nameyard/contracts/domains/list-operations'
import { errors, type ErrorName } from '@nameyard/contracts/errors'
import type { Result } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import type { describeRegistryOperations } from '@nameyard/contracts/registry/describe-operations'
import { wordsOf } from './model/order-refusal'
import type { RegistryOperation } from './registry-operation.store'

/** What resellers see of an operation that this service has stored. */
export type ShownOperation = Pick<
  RegistryOperation,
  | 'cause'
  | 'kind'
  | 'operationId'
  | 'pendingAt'
  | 'purpose'
  | 'reason'
  | 'reasonCode'
  | 'reasonSubject'
  | 'refusal'
  | 'settledAt'
  | 'state'
  | 'submittedAt'
>

/** The progress of an operation, as the registry worker tells it. */
export type DescribedOperation = Result<typeof describeRegistryOperations>['operations'][number]

type Listed = Result<typeof listOperations>['results'][number]

/** An operation that the worker does not know yet is shown as queued. The end that this service has stored counts first. */
export function operationOnWire(row: ShownOperation, described: DescribedOperation | undefined): Listed {
  const { state } = row
  const isHeld = state === 'held'
  const isSettled = state !== 'submitted' && !isHeld
  return {
    id: row.operationId,
    kind: row.kind,
    purpose: row.purpose,
    cause: row.cause,
    state: isSettled ? state : (described?.state ?? 'queued'),
    attempts: described?.attempts ?? 0,
    submitted_at: printDate(row.submittedAt),
    pending_at: printDate(row.pendingAt),
    settled_at: printDate(row.settledAt),
    next_look_at: printDate(!isSettled && described?.nextLookAt ? new Date(described.nextLookAt) : null),
    ...(!isSettled && { waits_for: isHeld ? 'authorization' : described ? described.waitsFor : 'turn' }),
    ...reasonOf(row, described),
  }
}

/** The reason of the refusal once the operation has ended; before that, why the worker waits. */
function reasonOf(row: ShownOperation, described: DescribedOperation | undefined): Pick<Listed, 'reason'> {
  const { refusal, reason, reasonCode, reasonSubject } =
    row.reason === null && described?.reason
      ? {
          refusal: described.reason.refusal as ErrorName,
          reason: described.reason.text,
          reasonCode: described.reason.code,
          reasonSubject: described.reason.subject,
        }
      : row
  if (reason === null) return {}
  return {
    reason: {
      ...(refusal && { code: errors[refusal].code }),
      ...(reasonCode != null && { registry_code: reasonCode }),
      text: wordsOf({ text: reason, subject: reasonSubject ?? undefined }),
    },
  }
}
