import type { ErrorName } from '@nameyard/contracts/errors'
import type { Charge } from '@nameyard/contracts/orders/charge'
import type { RegistryFee, RegistryOperationKind } from '@nameyard/contracts/registry/submit-operation'
import type { Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { EntitySchema } from 'typeorm'
import { domainSchema } from './domain.store'
import { requesterOf } from './history.store'
import type { Domain, Nameserver } from './model/domain'
import type { Requester } from './model/history'
import type { OperationPurpose } from './model/lifecycle'

const instant = { type: 'timestamptz' } as const
const text = { type: 'text' } as const
const integer = { type: 'integer' } as const

/** What was asked of a registry for a domain, as the domain remembers it. */
export interface RegistryOperation extends Requester {
  operationId: string
  /** Counts up in the order in which the operations of a domain are submitted. */
  seq: string
  domainId: number
  kind: RegistryOperationKind
  purpose: OperationPurpose
  /** What made us submit it. */
  cause: 'order' | 'timer' | 'message' | 'transition'
  /** `held`: paid for, and submitted when the registrant has authorized it. */
  state: 'held' | 'submitted' | 'done' | 'refused' | 'failed'
  submittedAt: Date
  /** When the registry took it and kept it pending (result code 1001). */
  pendingAt: Date | null
  settledAt: Date | null
  /** Why it was not done, in words. */
  reason: string | null
  /** The result code of the registry (RFC 5730 section 3), when it gave one. */
  reasonCode?: number | null
  /** What was refused, where it is a contact or host of the domain and not the domain itself. */
  reasonSubject?: string | null
  /** By which name of the catalogue the order is refused. */
  refusal?: ErrorName | null
  /** What the domain goes back to when it is refused: the values that it changed. */
  rollback?: object | null
  /** What the account pays for it; nothing for what costs nothing. */
  charge?: Charge | null
  /** What the registry may ask for a premium name at most. */
  fee?: RegistryFee | null
  /** The version of the domain that this operation and its outcome have left, as long as nothing else changed it. */
  domainVersion?: number | null
  /** The host below the domain that it sets or deletes. */
  host?: Nameserver | null
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
  },
  indices: [{ name: 'registry_operation_of_domain', columns: ['domainId', 'submittedAt'] }],
  foreignKeys: [
    {
      name: 'registry_operation_domain_id_fkey',
      target: 'domain',
      columnNames: ['domainId'],
      referencedColumnNames: ['id'],
    },
  ],
})

/**
 * The last operation of the name that was submitted and has not ended, whichever domain of ours it was of; the row that
 * is being written is not seen.
 */
const lastOpen = (domainId: string) =>
  `(select open.operation_id from domain self join domain named on named.name = self.name
      join registry_operation open on open.domain_id = named.id
    where self.id = ${domainId} and open.state = 'submitted' order by open.seq desc limit 1)`

const remember = statement(
  'domains.remember-operation',
  `insert into registry_operation (operation_id, domain_id, kind, purpose, cause, state, submitted_at, rollback,
                                   charge, fee, domain_version, username, address, host)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, (select version from domain where id = $2), $11, $12, $13)
   returning ${lastOpen('$2')} as after`,
)

const releaseHeld = statement(
  'domains.submit-held-operation',
  `update registry_operation o set state = 'submitted', submitted_at = $2, seq = default
   where operation_id = $1 and state = 'held' returning ${lastOpen('o.domain_id')} as after`,
)

type Behind = { readonly after: string | null } & Record<string, unknown>

/**
 * Remembers what was asked of a registry. Gives the operation of the name behind which it stands; which one that is
 * holds only while the row of the domain is locked.
 */
export async function insertRegistryOperation(
  tx: Tx,
  operation: Pick<RegistryOperation, 'cause' | 'domainId' | 'kind' | 'operationId' | 'purpose' | 'submittedAt'> & {
    readonly state: 'held' | 'submitted'
  } & Partial<Pick<RegistryOperation, 'charge' | 'fee' | 'host' | 'rollback'>>,
): Promise<string | undefined> {
  const { operationId, domainId, kind, purpose, cause, state, submittedAt, rollback, charge, fee } = operation
  const objects = [rollback, charge, fee].map((each) => (each ? JSON.stringify(each) : null))
  // What a timer or a transition starts in the transaction of a call was not ordered by the caller.
  const { username, address } = cause === 'order' ? requesterOf(tx) : { username: null, address: null }
  const values = [
    operationId,
    domainId,
    kind,
    purpose,
    cause,
    state,
    submittedAt,
    ...objects,
    username,
    address,
    operation.host ? JSON.stringify(operation.host) : null,
  ]
  const [row] = await tx.query<Behind>(remember, values)
  return row!.after ?? undefined
}

/** Writes that an operation that was held is submitted now; gives the one of its name behind which it stands. */
export async function saveRelease(tx: Tx, operationId: string, submittedAt: Date): Promise<string | undefined> {
  const [row] = await tx.query<Behind>(releaseHeld, [operationId, submittedAt])
  return row?.after ?? undefined
}

/** An operation and the domain it belongs to, both locked until the end of the transaction. */
export async function lockByOperation(
  tx: Tx,
  operationId: string,
): Promise<{ domain: Domain; operation: RegistryOperation } | undefined> {
  const lock = { mode: 'pessimistic_write' } as const
  const operation = await tx.manager.findOne(registryOperationSchema, { where: { operationId }, lock })
  if (!operation) return undefined
  const domain = await tx.manager.findOne(domainSchema, { where: { id: operation.domainId }, lock })
  return domain ? { domain, operation } : undefined
}

const open = statement(
  'domains.open-operations',
  `select from registry_operation where domain_id = $1 and state = 'submitted' and purpose = any($2) limit 1`,
)

/** Whether an operation for one of these purposes is on its way for the domain. */
export async function hasOpen(tx: Tx, domainId: number, purposes: readonly OperationPurpose[]): Promise<boolean> {
  return (await tx.query(open, [domainId, purposes])).length > 0
}

const follow = statement(
  'domains.follow-version',
  `update registry_operation o set domain_version = d.version from domain d
   where d.id = $1 and o.domain_id = d.id and o.domain_version = $2 and (o.operation_id = $3 or $4)`,
)

/**
 * Notes that an operation has brought a domain from a version to the one it has now. What it changed is no other
 * change: it counts as part of the order, and of the orders that it follows from.
 */
export async function followVersion(
  tx: Tx,
  { id, version }: Pick<Domain, 'id' | 'version'>,
  { operationId, cause }: Pick<RegistryOperation, 'cause' | 'operationId'>,
): Promise<void> {
  await tx.query(follow, [id, version, operationId, cause === 'transition'])
}

/** Writes that the registry keeps an operation pending. */
export async function savePending(tx: Tx, operationId: string, pendingAt: Date): Promise<void> {
  await tx.manager.update(registryOperationSchema, { operationId }, { pendingAt })
}

/** Writes how an operation ended. */
export async function saveSettlement(
  tx: Tx,
  {
    operationId,
    ...end
  }: Pick<
    RegistryOperation,
    'operationId' | 'reason' | 'reasonCode' | 'reasonSubject' | 'refusal' | 'settledAt' | 'state'
  >,
): Promise<void> {
  await tx.manager.update(registryOperationSchema, { operationId }, end)
}
