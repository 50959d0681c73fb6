import type { ErrorName } from '@nameyard/contracts/errors'
import type { Charge } from '@nameyard/contracts/orders/charge'
import { statement } from '@nameyard/persistence/statement'
import type { Database, Tx } from '@nameyard/persistence/database'
import { EntitySchema, IsNull, Not } from 'typeorm'
import type { RegistryFee, RegistryOperationKind } from '@nameyard/contracts/registry/submit-operation'
import { requesterOf } from './history.store'
import type { Domain } from './model/domain'
import type { Requester } from './model/history'
import type { OperationPurpose } from './model/lifecycle'

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
}

const instant = { type: 'timestamptz' } as const
const text = { type: 'text' } as const
/** Sorted and searched by byte, alike on every cluster. */
const byByte = { type: 'text', collation: 'C' } as const
const integer = { type: 'integer' } as const

export const domainSchema = new EntitySchema<Domain>({
  name: 'domain',
  columns: {
    id: { ...integer, primary: true, generated: 'increment' },
    resellerId: { ...integer, name: 'reseller_id' },
    name: byByte,
    label: byByte,
    extension: byByte,
    phase: text,
    type: text,
    periodYears: { ...integer, name: 'period_years' },
    autorenew: text,
    isAutorenewedByDefault: { type: 'boolean', name: 'is_auto_renewed_by_default', default: true },
    ownerHandle: { ...text, name: 'owner_handle' },
    adminHandle: { ...text, name: 'admin_handle' },
    techHandle: { ...text, name: 'tech_handle' },
    billingHandle: { ...text, name: 'billing_handle' },
    resellerHandle: { ...text, name: 'reseller_handle' },
    nsGroup: { ...text, name: 'ns_group' },
    nsGroupId: { ...integer, name: 'ns_group_id', nullable: true },
    nameServers: { type: 'jsonb', name: 'name_servers' },
    zoneKeys: { type: 'jsonb', name: 'zone_keys', default: [] },
    authCode: { ...text, name: 'auth_code' },
    transferCode: { ...text, name: 'transfer_code', default: '' },
    transferRoid: { ...text, name: 'transfer_roid', default: '' },
    internalAuthCode: { ...text, name: 'internal_auth_code', default: '' },
    isLocked: { type: 'boolean', name: 'is_locked' },
    isPrivate: { type: 'boolean', name: 'is_private', default: false },
    privacyUntil: { ...instant, name: 'privacy_until', nullable: true },
    isPremium: { type: 'boolean', name: 'is_premium', default: false },
    isSuspended: { type: 'boolean', name: 'is_suspended', default: false },
    suspensionVersion: { type: 'integer', name: 'suspension_version', default: 0 },
    comments: text,
    commentsChangedAt: { ...instant, name: 'comments_changed_at', nullable: true },
    additionalData: { type: 'jsonb', name: 'additional_data', default: {} },
    application: { type: 'jsonb', nullable: true },
    roid: { ...text, nullable: true },
    registryStatuses: { type: 'jsonb', name: 'registry_statuses', default: [] },
    graceStatuses: { type: 'jsonb', name: 'grace_statuses', default: [] },
    registryRefusal: { type: 'jsonb', name: 'registry_refusal', nullable: true },
    failureCode: { ...integer, name: 'failure_code', nullable: true },
    failureReason: { ...text, name: 'failure_reason', nullable: true },
    orderedAt: { ...instant, name: 'ordered_at' },
    scheduledAt: { ...instant, name: 'scheduled_at', nullable: true },
    createdAt: { ...instant, name: 'created_at', nullable: true },
    activatedAt: { ...instant, name: 'activated_at', nullable: true },
    registryExpiresAt: { ...instant, name: 'registry_expires_at', nullable: true },
    expiresAt: { ...instant, name: 'expires_at', nullable: true },
    renewsAt: { ...instant, name: 'renews_at', nullable: true },
    retryAt: { ...instant, name: 'retry_at', nullable: true },
    transferLockedUntil: { ...instant, name: 'transfer_locked_until', nullable: true },
    waitsFor: { ...text, name: 'waits_for', nullable: true },
    waitsSince: { ...instant, name: 'waits_since', nullable: true },
    authorizedAt: { ...instant, name: 'authorized_at', nullable: true },
    transferActsAt: { ...instant, name: 'transfer_acts_at', nullable: true },
    softEndsAt: { ...instant, name: 'soft_ends_at', nullable: true },
    hardEndsAt: { ...instant, name: 'hard_ends_at', nullable: true },
    removalReason: { ...text, name: 'removal_reason', nullable: true },
    observedAt: { ...instant, name: 'observed_at', nullable: true },
    looksAt: { ...instant, name: 'looks_at', nullable: true },
    changedAt: { ...instant, name: 'changed_at' },
    deletedAt: { ...instant, name: 'deleted_at', nullable: true },
    version: integer,
  },
  checks: [{ name: 'domain_name_of_its_parts', expression: `name = label || '.' || extension` }],
  indices: [
    {
      name: 'one_live_domain_per_name',
      columns: ['name'],
      unique: true,
      where: `deleted_at is null and phase <> 'failed'`,
    },
    { name: 'domain_by_name', columns: ['resellerId', 'name'] },
    {
      name: 'domain_by_ns_group',
      columns: ['resellerId', 'nsGroup'],
      where: `deleted_at is null and phase <> 'failed' and ns_group <> ''`,
    },
    {
      name: 'domain_long_comments',
      columns: ['resellerId', 'id'],
      where: 'deleted_at is null and length(comments) > 200',
    },
    {
      name: 'domain_by_removal_reason',
      columns: ['resellerId', 'removalReason', 'id'],
      where: 'deleted_at is not null and removal_reason is not null',
    },
    {
      name: 'domain_being_removed',
      columns: ['resellerId', 'removalReason', 'id'],
      where: 'deleted_at is null and removal_reason is not null',
    },
    { name: 'domain_of_name', columns: ['name'] },
    { name: 'domain_deleted', columns: ['resellerId', 'id'], where: 'deleted_at is not null' },
    // With columns they carry, on expressions and inverted: what TypeORM cannot write down.
    ...[
      'domain_listed',
      'domain_listed_by_label',
      'domain_listed_by_extension',
      'domain_listed_by_extension_and_label',
      'domain_listed_by_order_date',
      'domain_listed_by_active_date',
      'domain_listed_by_expiration_date',
      'domain_listed_by_renewal_date',
      'domain_listed_by_ns_group',
      'domain_listed_with_comments',
      'domain_listed_with_handles',
      'domain_by_phase',
      'domain_by_application',
      'domain_by_nameserver',
      'domain_trigrams',
    ].map((name) => ({ name, columns: ['resellerId', 'id'], synchronize: false as const })),
  ],
})

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

/** The unique index behind "one live order or domain per name". */
const ONE_LIVE_DOMAIN = 'one_live_domain_per_name'

/** Whether a write has failed because the name is ordered or held by somebody on the platform. */
export function isNameTaken(error: unknown): boolean {
  return (error as { constraint?: string }).constraint === ONE_LIVE_DOMAIN
}

/**
 * Stores a new domain and returns its number; undefined when the name is already ordered or held by somebody on the
 * platform. A failed order of the same account steps aside.
 */
export async function insertDomain(tx: Tx, domain: Omit<Domain, 'id'>): Promise<number | undefined> {
  await tx.manager.query('savepoint insert_domain')
  try {
    await tx.query(retireFailed, [domain.resellerId, domain.name, domain.orderedAt])
    const inserted = await tx.manager.insert(domainSchema, domain)
    await tx.manager.query('release savepoint insert_domain')
    return (inserted.identifiers[0] as { id: number }).id
  } catch (error) {
    if (!isNameTaken(error)) throw error
    await tx.manager.query('rollback to savepoint insert_domain')
    return undefined
  }
}

const retireFailed = statement(
  'domains.retire-failed',
  `update domain set deleted_at = $3, changed_at = $3, version = version + 1
   where reseller_id = $1 and name = $2 and phase = 'failed' and deleted_at is null`,
)

/** The account and phase of the live domain of a name, whoever holds it. */
export const liveDomain = statement(
  'domains.live',
  `select reseller_id as "resellerId", phase from domain where name = $1 and deleted_at is null and phase <> 'failed'`,
)

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
                                   charge, fee, domain_version, username, address)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, (select version from domain where id = $2), $11, $12)
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
  } & Partial<Pick<RegistryOperation, 'charge' | 'fee' | 'rollback'>>,
): Promise<string | undefined> {
  const { operationId, domainId, kind, purpose, cause, state, submittedAt, rollback, charge, fee } = operation
  const objects = [rollback, charge, fee].map((each) => (each ? JSON.stringify(each) : null))
  // What a timer or a transition starts in the transaction of a call was not ordered by the caller.
  const { username, address } = cause === 'order' ? requesterOf(tx) : { username: null, address: null }
  const values = [operationId, domainId, kind, purpose, cause, state, submittedAt, ...objects, username, address]
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

/** Writes a changed domain back. */
export async function saveDomain(tx: Tx, { id, ...changed }: Domain): Promise<void> {
  await tx.manager.update(domainSchema, { id }, changed)
}

/** A domain of an account by its number, or the live one by its name; not one that is gone. */
export async function findOwn(
  database: Database,
  resellerId: number,
  which: { readonly id: number } | { readonly name: string },
): Promise<Domain | undefined> {
  const where = { ...which, resellerId, deletedAt: IsNull(), ...('name' in which && { phase: Not('failed' as const) }) }
  return database.findOne(domainSchema, where)
}

/** A domain of an account by its number, whatever became of it. */
export async function findAny({ dataSource }: Database, resellerId: number, id: number): Promise<Domain | undefined> {
  return (await dataSource.manager.findOne(domainSchema, { where: { id, resellerId } })) ?? undefined
}

/** A domain as it is now. */
export async function readDomain({ dataSource }: Database, id: number): Promise<Domain | undefined> {
  return (await dataSource.manager.findOne(domainSchema, { where: { id } })) ?? undefined
}

/** A domain, locked until the end of the transaction. */
export async function lockDomain(tx: Tx, id: number): Promise<Domain | undefined> {
  const domain = await tx.manager.findOne(domainSchema, { where: { id }, lock: { mode: 'pessimistic_write' } })
  return domain ?? undefined
}

/** A domain of an account that is not gone, locked until the end of the transaction. */
export async function lockOwn(tx: Tx, resellerId: number, id: number): Promise<Domain | undefined> {
  const where = { id, resellerId, deletedAt: IsNull() }
  const domain = await tx.manager.findOne(domainSchema, { where, lock: { mode: 'pessimistic_write' } })
  return domain ?? undefined
}

/** The live domain of a name, whoever holds it, locked until the end of the transaction. */
export async function lockLiveDomain(tx: Tx, name: string): Promise<Domain | undefined> {
  const where = { name, deletedAt: IsNull(), phase: Not('failed' as const) }
  const domain = await tx.manager.findOne(domainSchema, { where, lock: { mode: 'pessimistic_write' } })
  return domain ?? undefined
}

const open = statement(
  'domains.open-operations',
  `select from registry_operation where domain_id = $1 and state = 'submitted' and purpose = any($2) limit 1`,
)

/** Whether an operation for one of these purposes is on its way for the domain. */
export async function hasOpen(tx: Tx, domainId: number, purposes: readonly OperationPurpose[]): Promise<boolean> {
  return (await tx.query(open, [domainId, purposes])).length > 0
}

const other = statement(
  'domains.other-of-name',
  `select from domain where reseller_id = $1 and name = $2 and id is distinct from $3 and deleted_at is null limit 1`,
)

/** Whether the account has a domain or order of a name, beside the one that is given. */
export async function hasOther(
  tx: Tx,
  { resellerId, name, id }: Pick<Domain, 'name' | 'resellerId'> & Partial<Pick<Domain, 'id'>>,
): Promise<boolean> {
  return (await tx.query(other, [resellerId, name, id ?? null])).length > 0
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
