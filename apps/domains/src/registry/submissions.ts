import type { Payload } from '@nameyard/contracts/event'
import type { Charge } from '@nameyard/contracts/orders/charge'
import { submitRegistryOperation } from '@nameyard/contracts/registry/submit-operation'
import { Outbox } from '@nameyard/outbox/outbox'
import type { Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Injectable } from '@nestjs/common'
import { v7 as uuidv7 } from 'uuid'
import { insertRegistryOperation, type RegistryOperation } from '../domain/domain.store'
import type { Domain } from '../domain/model/domain'
import type { OperationPurpose } from '../domain/model/lifecycle'

type Submission = Payload<typeof submitRegistryOperation>
type Wish<Kind extends Submission['kind']> = Pick<Extract<Submission, { kind: Kind }>, 'intent' | 'kind'>

/** What is asked of the registry of a domain. */
export type RegistryWish = { [Kind in Submission['kind']]: Wish<Kind> }[Submission['kind']]

/** What an operation can change of a domain, and what goes back when the registry refuses it. */
export type Rollback = Partial<
  Pick<
    Domain,
    | 'adminHandle'
    | 'authCode'
    | 'billingHandle'
    | 'isLocked'
    | 'nameServers'
    | 'nsGroup'
    | 'ownerHandle'
    | 'techHandle'
    | 'zoneKeys'
  >
>

/** Why it is asked, and what it costs. The number is given by orders that were paid for; others get one here. */
export interface SubmissionReason {
  readonly purpose: OperationPurpose
  readonly cause: RegistryOperation['cause']
  readonly operationId?: string
  readonly charge?: Charge
  /** Values of the domain that it changes, as they were before. */
  readonly rollback?: Rollback
}

/** Submits operations to the registry worker: the row and the message in one transaction. */
@Injectable()
export class Submissions {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Submits an operation on a domain and returns its number. */
  async submit(
    tx: Tx,
    { id, resellerId, extension, name }: Pick<Domain, 'extension' | 'id' | 'name' | 'resellerId'>,
    wish: RegistryWish,
    { purpose, cause, charge, rollback, operationId = uuidv7() }: SubmissionReason,
  ): Promise<string> {
    await insertRegistryOperation(tx, {
      operationId,
      domainId: id,
      kind: wish.kind,
      purpose,
      cause,
      state: 'submitted',
      submittedAt: this.clock.now(),
      pendingAt: null,
      settledAt: null,
      reason: null,
      rollback: rollback ?? null,
      charge: charge ?? null,
    })
    // The kinds of one union go apart when they are spread.
    const submission = { ...wish, operationId, resellerId, registryTld: extension, object: name } as Submission
    await this.outbox.append(tx, submitRegistryOperation, submission)
    return operationId
  }
}
