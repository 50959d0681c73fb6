import type { Charge } from '@nameyard/contracts/orders/charge'
import { statement } from '@nameyard/persistence/statement'
import type { Tx } from '@nameyard/persistence/database'
import { EntitySchema } from 'typeorm'
import type { Domain } from './model/domain'

/** What was asked of a registry for a domain, as the domain remembers it. */
export interface RegistryOperation {
  operationId: string
  domainId: number
  kind: 'domain.create'
  state: 'submitted' | 'done' | 'refused' | 'failed'
  submittedAt: Date
  settledAt: Date | null
  /** What the account pays for it; nothing for what costs nothing. */
  charge?: Charge | null
}

const instant = { type: 'timestamptz' } as const
const text = { type: 'text' } as const
const integer = { type: 'integer' } as const

export const domainSchema = new EntitySchema<Domain>({
  name: 'domain',
  columns: {
    id: { ...integer, primary: true, generated: 'increment' },
    resellerId: { ...integer, name: 'reseller_id' },
    name: text,
    label: text,
    extension: text,
    phase: text,
    type: text,
    periodYears: { ...integer, name: 'period_years' },
    autorenew: text,
    ownerHandle: { ...text, name: 'owner_handle' },
    adminHandle: { ...text, name: 'admin_handle' },
    techHandle: { ...text, name: 'tech_handle' },
    billingHandle: { ...text, name: 'billing_handle' },
    resellerHandle: { ...text, name: 'reseller_handle' },
    nsGroup: { ...text, name: 'ns_group' },
    nameServers: { type: 'jsonb', name: 'name_servers' },
    authCode: { ...text, name: 'auth_code' },
    isLocked: { type: 'boolean', name: 'is_locked' },
    comments: text,
    commentsChangedAt: { ...instant, name: 'comments_changed_at', nullable: true },
    roid: { ...text, nullable: true },
    failureCode: { ...integer, name: 'failure_code', nullable: true },
    failureReason: { ...text, name: 'failure_reason', nullable: true },
    orderedAt: { ...instant, name: 'ordered_at' },
    createdAt: { ...instant, name: 'created_at', nullable: true },
    activatedAt: { ...instant, name: 'activated_at', nullable: true },
    registryExpiresAt: { ...instant, name: 'registry_expires_at', nullable: true },
    expiresAt: { ...instant, name: 'expires_at', nullable: true },
    renewsAt: { ...instant, name: 'renews_at', nullable: true },
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
    { name: 'domain_of_reseller', columns: ['resellerId', 'id'], where: 'deleted_at is null' },
    { name: 'domain_by_name', columns: ['resellerId', 'name'] },
    {
      name: 'domain_by_ns_group',
      columns: ['resellerId', 'nsGroup'],
      where: `deleted_at is null and phase <> 'failed' and ns_group <> ''`,
    },
    // Of a kind that TypeORM cannot describe.
    { name: 'domain_by_nameserver', columns: ['nameServers'], synchronize: false },
  ],
})

export const registryOperationSchema = new EntitySchema<RegistryOperation>({
  name: 'registry_operation',
  columns: {
    operationId: { type: 'uuid', name: 'operation_id', primary: true },
    domainId: { ...integer, name: 'domain_id' },
    kind: text,
    state: text,
    submittedAt: { ...instant, name: 'submitted_at' },
    settledAt: { ...instant, name: 'settled_at', nullable: true },
    charge: { type: 'jsonb', nullable: true },
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
    if ((error as { constraint?: string }).constraint !== ONE_LIVE_DOMAIN) throw error
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

/** Remembers what was asked of a registry. */
export async function insertRegistryOperation(tx: Tx, operation: RegistryOperation): Promise<void> {
  await tx.manager.insert(registryOperationSchema, operation)
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

/** Writes how an operation ended. */
export async function saveSettlement(
  tx: Tx,
  { operationId, state, settledAt }: Pick<RegistryOperation, 'operationId' | 'state' | 'settledAt'>,
): Promise<void> {
  await tx.manager.update(registryOperationSchema, { operationId }, { state, settledAt })
}
