import { statement } from '@nameyard/persistence/statement'
import type { Database, Tx } from '@nameyard/persistence/database'
import { EntitySchema, IsNull, Not } from 'typeorm'
import type { Domain } from './model/domain'

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
