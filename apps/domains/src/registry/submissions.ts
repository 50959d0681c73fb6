import type { Payload } from '@nameyard/contracts/event'
import type { Charge } from '@nameyard/contracts/orders/charge'
import { submitRegistryOperation } from '@nameyard/contracts/registry/submit-operation'
import { withdrawRegistryOperation } from '@nameyard/contracts/registry/withdraw-operation'
import { Outbox } from '@nameyard/outbox/outbox'
import type { Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Injectable } from '@nestjs/common'
import { v7 as uuidv7 } from 'uuid'
import { insertRegistryOperation, saveRelease, type RegistryOperation } from '../domain/registry-operation.store'
import type { Domain, Nameserver } from '../domain/model/domain'
import type { OperationPurpose } from '../domain/model/lifecycle'

type Submitted = Pick<Domain, 'extension' | 'id' | 'name' | 'resellerId'>
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
    | 'isPrivate'
    | 'privacyUntil'
    | 'nameServers'
    | 'nsGroup'
    | 'nsGroupId'
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
  /** The host below the domain that it sets or deletes. */
  readonly host?: Nameserver
}

const orderUnderWay = statement(
  'domains.order-under-way',
  `select operation_id as "operationId" from registry_operation
   where domain_id = $1 and state = 'submitted' and purpose in ('create', 'transfer')`,
)

/**
 * Submits operations to the registry worker: the row and the message in one transaction, in which the row of the domain
 * is locked. Each says behind which one of its domain it stands, since the broker promises no order.
 */
@Injectable()
export class Submissions {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Submits an operation on a domain and returns its number. */
  async submit(
    tx: Tx,
    domain: Submitted,
    wish: RegistryWish,
    { purpose, cause, charge, rollback, host, operationId = uuidv7() }: SubmissionReason,
  ): Promise<string> {
    const after = await insertRegistryOperation(tx, {
      operationId,
      domainId: domain.id,
      kind: wish.kind,
      purpose,
      cause,
      state: 'submitted',
      submittedAt: this.clock.now(),
      rollback,
      charge,
      ...(host && { host }),
    })
    await this.send(tx, domain, wish, operationId, after)
    return operationId
  }

  /** Submits an operation that was held. */
  async submitHeld(tx: Tx, domain: Submitted, wish: RegistryWish, operationId: string): Promise<void> {
    const after = await saveRelease(tx, operationId, this.clock.now())
    await this.send(tx, domain, wish, operationId, after)
  }

  /** Has the order withdrawn by which a name was to come here; gives its number, unless it has ended. */
  async withdraw(tx: Tx, { id }: Pick<Domain, 'id'>, reason: string): Promise<string | undefined> {
    const [order] = await tx.query<{ operationId: string }>(orderUnderWay, [id])
    if (order) await this.outbox.append(tx, withdrawRegistryOperation, { operationId: order.operationId, reason })
    return order?.operationId
  }

  private async send(
    tx: Tx,
    { resellerId, extension, name }: Submitted,
    wish: RegistryWish,
    operationId: string,
    after: string | undefined,
  ): Promise<void> {
    // The kinds of one union go apart when they are spread.
    const submission = { ...wish, operationId, resellerId, registryTld: extension, object: name, after } as Submission
    await this.outbox.append(tx, submitRegistryOperation, submission)
  }
}
