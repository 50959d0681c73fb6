import { EntitySchema } from 'typeorm'
import type { ErrorName } from '@nameyard/contracts/errors'
import type { Charge } from '@nameyard/contracts/orders/charge'
import type { RegistryFee, RegistryOperationKind } from '@nameyard/contracts/registry/submit-operation'
import type { Tx } from '@nameyard/persistence/database'
import { Sql, sql, statement, type Placeholder } from '@nameyard/persistence/statement'
import { WholeRows } from '@nameyard/persistence/whole-rows'
import { domainRows } from '../lifecycle/domain.store'
import { requesterOf } from '../lifecycle/history.store'
import type { Domain, Nameserver } from '../lifecycle/model/domain'
import type { Requester } from '../lifecycle/model/history'
import type { OperationCause, OperationPurpose } from '../lifecycle/model/lifecycle'

const instant = { type: 'timestamptz' } as const
const text = { type: 'text' } as const
const integer = { type: 'integer' } as const

/** An operation that was submitted to a registry for a domain, as this service stores it. */
export interface RegistryOperation extends Requester {
  operationId: string
  /** Counts up in the order in which the operations of a domain are submitted. */
  seq: string
  domainId: number
  kind: RegistryOperationKind
  purpose: OperationPurpose
  /** What made the platform submit it. */
  cause: OperationCause
  /** `held`: its price is reserved, and it is submitted when the registrant has authorized it. */
  state: 'held' | 'submitted' | 'done' | 'refused' | 'failed'
  submittedAt: Date
  /** When the registry accepted it and left it pending. */
  pendingAt: Date | null
  settledAt: Date | null
  /** Why it was refused or failed, in words. */
  reason: string | null
  /** The result code of the registry, where it gave one. It is only shown. */
  reasonCode?: number | null
  /** What was refused, where it is a contact or host of the domain and not the domain itself. */
  reasonSubject?: string | null
  /** Name of the catalogue that the order is refused with. */
  refusal?: ErrorName | null
  /** The earlier values of what it changes: the domain gets them back when it is refused. */
  rollback?: object | null
  /** What the account pays for it; null where it is free of charge. */
  charge?: Charge | null
  /** Highest fee that the registry may charge for a premium name. */
  fee?: RegistryFee | null
  /** Version of the domain after this operation and its outcome, as long as nothing else has changed the domain. */
  domainVersion?: number | null
  /** The host below the domain that it sets or deletes. */
  host?: Nameserver | null
  /** The installations that the order has passed before this one. */
  passed?: string[] | null
}

export const registryOperationSchema = new EntitySchema<RegistryOperation>({
  name: 'registry_operation',
  columns: {
    operationId: { type: 'uuid', name: 'operation_id', primary: true },
    seq: { type: 'bigint', generated: 'increment' },
    domainId: { ...integer, name: 'domain_id' },
    kind: text,
    purpose: { ...text, default: 'create' },
    cause: { ...text, default: 'order' },
    state: text,
    submittedAt: { ...instant, name: 'submitted_at' },
    pendingAt: { ...instant, name: 'pending_at', nullable: true },
    settledAt: { ...instant, name: 'settled_at', nullable: true },
    reason: { ...text, nullable: true },
    reasonCode: { ...integer, name: 'reason_code', nullable: true },
    reasonSubject: { ...text, name: 'reason_subject', nullable: true },
    refusal: { ...text, nullable: true },
    rollback: { type: 'jsonb', nullable: true },
    charge: { type: 'jsonb', nullable: true },
    fee: { type: 'jsonb', nullable: true },
    host: { type: 'jsonb', nullable: true },
    domainVersion: { ...integer, name: 'domain_version', nullable: true },
    username: { ...text, nullable: true },
    address: { ...text, nullable: true },
    passed: { ...text, array: true, nullable: true },
  },
})

/**
 * The last operation of a name that is submitted and has not ended, of any domain row with that name. The row that the
 * statement itself writes is not visible to it.
 */
const lastOpen = (domainId: Placeholder | Sql) => sql`
    (select open.operation_id from domain self join domain named on named.name = self.name
    join registry_operation open on open.domain_id = named.id
  where self.id = ${domainId} and open.state = 'submitted' order by open.seq desc limit 1)`

/** The operation to run before this one; null when the name has no other operation under way. */
interface Behind {
  readonly after: string | null
}

type InsertedOperation = Pick<
  RegistryOperation,
  'cause' | 'domainId' | 'kind' | 'operationId' | 'purpose' | 'state' | 'submittedAt'
> &
  Requester & { readonly [Json in 'charge' | 'fee' | 'host' | 'rollback']: string | null } & {
    readonly passed: readonly string[] | null
  }

const insertOperation = statement<InsertedOperation, Behind>(
  'domains.insert-operation',
  (row) => sql`
    insert into registry_operation (operation_id, domain_id, kind, purpose, cause, state, submitted_at, rollback,
                                    charge, fee, domain_version, username, address, host,
                                    passed)
    values (${row.operationId}, ${row.domainId}, ${row.kind}, ${row.purpose}, ${row.cause}, ${row.state},
            ${row.submittedAt}, ${row.rollback}, ${row.charge}, ${row.fee},
            (select version from domain where id = ${row.domainId}), ${row.username}, ${row.address}, ${row.host},
            ${row.passed}::text[])
    returning ${lastOpen(row.domainId)} as after`,
)

const releaseHeld = statement<
  Pick<RegistryOperation, 'operationId' | 'submittedAt'>,
  Behind & { readonly passed: readonly string[] | null }
>(
  'domains.submit-held-operation',
  ({ operationId, submittedAt }) => sql`
    update registry_operation o set state = 'submitted', submitted_at = ${submittedAt}, seq = default
    where operation_id = ${operationId} and state = 'held' 
    returning ${lastOpen(sql`o.domain_id`)} as after, passed`,
)

/**
 * Stores an operation. Returns the id of the operation of the same name that runs before it. The row of the domain must be
 * locked, otherwise another operation may come between.
 */
export async function insertRegistryOperation(
  tx: Tx,
  operation: Pick<RegistryOperation, 'cause' | 'domainId' | 'kind' | 'operationId' | 'purpose' | 'submittedAt'> & {
    readonly state: 'held' | 'submitted'
  } & Partial<Pick<RegistryOperation, 'charge' | 'fee' | 'host' | 'rollback'>>,
): Promise<string | undefined> {
  const { rollback, charge, fee, host } = operation
  const json = (value: object | null | undefined) => (value ? JSON.stringify(value) : null)
  // A caller did not order what a timer or a transition starts in the caller's transaction.
  const requester = operation.cause === 'order' ? requesterOf(tx) : { username: null, address: null }
  const [row] = await tx.query(insertOperation, {
    ...operation,
    ...requester,
    rollback: json(rollback),
    charge: json(charge),
    fee: json(fee),
    host: json(host),
    passed: passedBefore(tx, operation.cause) ?? null,
  })
  return row!.after ?? undefined
}

/** The operation of the same name that runs before an operation, and the installations that its order has passed. */
export interface Released {
  readonly after: string | undefined
  readonly passed: readonly string[] | undefined
}

/** Marks a held operation as submitted. */
export async function saveRelease(tx: Tx, operationId: string, submittedAt: Date): Promise<Released> {
  const [row] = await tx.query(releaseHeld, { operationId, submittedAt })
  return { after: row?.after ?? undefined, passed: row?.passed ?? undefined }
}

/** The installations that an order has passed; what a timer or a transition starts begins here. */
export function passedBefore({ passed }: Pick<Tx, 'passed'>, cause: OperationCause): readonly string[] | undefined {
  return cause === 'order' ? passed : undefined
}

const operationRows = new WholeRows(registryOperationSchema)

const lock = statement<Pick<RegistryOperation, 'operationId'>, Readonly<Record<string, unknown>>>(
  'domains.lock-by-operation',
  ({ operationId }) => sql`
    select ${operationRows.selected('o', 'operation.')}, ${domainRows.selected('d', 'domain.')}
    from registry_operation o join domain d on d.id = o.domain_id where o.operation_id = ${operationId} for update`,
)

/** An operation and the domain it belongs to, both locked until the end of the transaction. */
export async function lockByOperation(
  tx: Tx,
  operationId: string,
): Promise<{ domain: Domain; operation: RegistryOperation } | undefined> {
  const [locked] = await tx.query(lock, { operationId })
  return locked && { domain: domainRows.taken(locked, 'domain.'), operation: operationRows.taken(locked, 'operation.') }
}

const open = statement<Pick<RegistryOperation, 'domainId'> & { readonly purposes: readonly OperationPurpose[] }>(
  'domains.open-operations',
  ({ domainId, purposes }) => sql`
    select from registry_operation
    where domain_id = ${domainId} and state = 'submitted' and purpose = any(${purposes}) limit 1`,
)

/** Whether an operation of the domain for one of these purposes is under way. */
export async function hasOpen(tx: Tx, domainId: number, purposes: readonly OperationPurpose[]): Promise<boolean> {
  return (await tx.query(open, { domainId, purposes })).length > 0
}

const createRefusal = statement<Pick<RegistryOperation, 'domainId'>, { readonly refusal: ErrorName | null }>(
  'domains.last-create-refusal',
  ({ domainId }) => sql`
    select refusal from registry_operation where domain_id = ${domainId} and purpose = 'create'
    order by submitted_at desc, operation_id desc limit 1`,
)

/** What the last create of a domain was refused with, if it was. */
export async function lastCreateRefusal(tx: Tx, domainId: number): Promise<ErrorName | undefined> {
  const [last] = await tx.query(createRefusal, { domainId })
  return last?.refusal ?? undefined
}

interface VersionChange {
  readonly domainId: number
  /** The version before the change. */
  readonly version: number
  readonly operationId: string
  /** Whether also the operations that led to this one follow. */
  readonly isConsequence: boolean
}

const follow = statement<VersionChange>(
  'domains.follow-version',
  ({ domainId, version, operationId, isConsequence }) => sql`
    update registry_operation o set domain_version = d.version from domain d
    where d.id = ${domainId} and o.domain_id = d.id and o.domain_version = ${version}
      and (o.operation_id = ${operationId} or ${isConsequence})`,
)

/**
 * Records that an operation has changed a domain from one version to its present one. The change counts as part of the
 * order, and of the orders that this operation is a consequence of.
 */
export async function followVersion(
  tx: Tx,
  { id, version }: Pick<Domain, 'id' | 'version'>,
  { operationId, cause }: Pick<RegistryOperation, 'cause' | 'operationId'>,
): Promise<void> {
  await tx.query(follow, { domainId: id, version, operationId, isConsequence: cause === 'transition' })
}

/** Records that an operation is pending at the registry. */
export async function savePending(tx: Tx, operationId: string, pendingAt: Date): Promise<void> {
  await tx.manager.update(registryOperationSchema, { operationId }, { pendingAt })
}

type End = Pick<
  RegistryOperation,
  'operationId' | 'reason' | 'reasonCode' | 'reasonSubject' | 'refusal' | 'rollback' | 'settledAt' | 'state'
>

type SettledRow = { readonly [Column in keyof End]-?: End[Column] | null } & Pick<VersionChange, 'version'>

const settle = statement<SettledRow>(
  'domains.settle-operation',
  (end) => sql`
    update registry_operation o set state = ${end.state}, settled_at = ${end.settledAt}, rollback = ${end.rollback},
      reason = ${end.reason}, reason_code = ${end.reasonCode}, reason_subject = ${end.reasonSubject},
      refusal = ${end.refusal},
      domain_version = case when o.domain_version = ${end.version} then d.version else o.domain_version end
    from domain d where o.operation_id = ${end.operationId} and d.id = o.domain_id`,
)

/** Records the end of an operation, and like {@link followVersion} that it has changed the domain. */
export async function saveSettlement(
  tx: Tx,
  domain: Pick<Domain, 'id' | 'version'>,
  operation: Pick<RegistryOperation, 'cause' | 'operationId'>,
  end: Required<Omit<End, 'operationId'>>,
): Promise<void> {
  if (operation.cause === 'transition') await followVersion(tx, domain, operation)
  const { operationId } = operation
  await tx.query(settle, operationRows.given({ ...end, operationId, version: domain.version }))
}
