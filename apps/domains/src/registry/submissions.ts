import { Injectable } from '@nestjs/common'
import { v7 as uuidv7 } from 'uuid'
import type { Payload } from '@nameyard/contracts/event'
import type { Charge } from '@nameyard/contracts/orders/charge'
import { submitRegistryOperation } from '@nameyard/contracts/registry/submit-operation'
import { withdrawRegistryOperation } from '@nameyard/contracts/registry/withdraw-operation'
import { Outbox } from '@nameyard/outbox/outbox'
import type { Tx } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Installation } from '../installation/installation'
import type { Domain, Nameserver } from '../lifecycle/model/domain'
import type { OperationPurpose } from '../lifecycle/model/lifecycle'
import {
  insertRegistryOperation,
  passedBefore,
  saveRelease,
  type RegistryOperation,
  type Released,
} from './registry-operation.store'

type Submitted = Pick<Domain, 'extension' | 'id' | 'name' | 'resellerId'>
type Submission = Payload<typeof submitRegistryOperation>
type Command<Kind extends Submission['kind']> = Omit<
  Extract<Submission, { kind: Kind }>,
  'after' | 'object' | 'operationId' | 'passed' | 'registryTld' | 'resellerId'
>

/** A command to the registry of a domain. */
export type RegistryCommand = { [Kind in Submission['kind']]: Command<Kind> }[Submission['kind']]

/** Values of a domain that an operation can change, and that are restored when the registry refuses it. */
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

/** Why an operation is submitted, and what it costs. Paid orders give its id; other operations get one here. */
export interface SubmissionReason {
  readonly purpose: OperationPurpose
  readonly cause: RegistryOperation['cause']
  readonly operationId?: string
  readonly charge?: Charge
  /** The earlier values of what it changes. */
  readonly rollback?: Rollback
  /** The host below the domain that it sets or deletes. */
  readonly host?: Nameserver
}

const orderUnderWay = statement<Pick<Domain, 'id'>, Pick<RegistryOperation, 'operationId'>>(
  'domains.order-under-way',
  ({ id }) => sql`
    select operation_id as "operationId" from registry_operation
    where domain_id = ${id} and state = 'submitted' and purpose in ('create', 'transfer')`,
)

/**
 * Submits operations to the registry worker: row and message in one transaction, with the row of the domain locked. Each
 * names the operation that runs before it, since the broker does not guarantee an order.
 */
@Injectable()
export class Submissions {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly installation: Installation,
  ) {}

  /** Submits an operation on a domain and returns its id. */
  async submit(
    tx: Tx,
    domain: Submitted,
    command: RegistryCommand,
    { purpose, cause, charge, rollback, host, operationId = uuidv7() }: SubmissionReason,
  ): Promise<string> {
    const after = await insertRegistryOperation(tx, {
      operationId,
      domainId: domain.id,
      kind: command.kind,
      purpose,
      cause,
      state: 'submitted',
      submittedAt: this.clock.now(),
      rollback,
      charge,
      ...(host && { host }),
    })
    await this.send(tx, domain, withCost(command, charge), { operationId, after, passed: passedBefore(tx, cause) })
    return operationId
  }

  /** Submits an operation that was held. */
  async submitHeld(
    tx: Tx,
    domain: Submitted,
    command: RegistryCommand,
    { operationId, charge }: { readonly operationId: string; readonly charge: Charge | null },
  ): Promise<void> {
    const { after, passed } = await saveRelease(tx, operationId, this.clock.now())
    await this.send(tx, domain, withCost(command, charge), { operationId, after, passed })
  }

  /** Withdraws the create or transfer of a domain. Returns the id of the operation, unless it has ended. */
  async withdraw(tx: Tx, { id }: Pick<Domain, 'id'>, reason: string): Promise<string | undefined> {
    const [order] = await tx.query(orderUnderWay, { id })
    if (order) await this.outbox.append(tx, withdrawRegistryOperation, { operationId: order.operationId, reason })
    return order?.operationId
  }

  private async send(
    tx: Tx,
    { resellerId, extension, name }: Submitted,
    command: RegistryCommand,
    { operationId, after, passed }: Released & { readonly operationId: string },
  ): Promise<void> {
    // A spread of a union type loses the connection of kind and intent.
    const submission = {
      ...command,
      operationId,
      resellerId,
      registryTld: extension,
      object: name,
      after,
      passed: this.installation.passedBy({ passed }),
    } as Submission
    await this.outbox.append(tx, submitRegistryOperation, submission)
  }
}

/** The command of a paid order, with what it may cost us at most. */
function withCost(command: RegistryCommand, charge: Charge | null | undefined): RegistryCommand {
  if (!charge) return command
  return { ...command, intent: { ...command.intent, cost: charge.product } } as RegistryCommand
}
