import { EntitySchema, In, IsNull, Not } from 'typeorm'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { reachesDomain } from '@nameyard/contracts/rights'
import type { Database, Tx } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { WholeRows, type Written } from '@nameyard/persistence/whole-rows'
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
    movedWithoutHistory: { type: 'boolean', name: 'moved_without_history', default: false },
    keepsZoneHistory: { type: 'boolean', name: 'keeps_zone_history', default: false },
    leavesZones: { type: 'boolean', name: 'leaves_zones', default: false },
    movedFrom: { ...integer, name: 'moved_from', nullable: true },
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
    scheduledBy: { type: 'jsonb', name: 'scheduled_by', nullable: true },
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
    nextCheckAt: { ...instant, name: 'looks_at', nullable: true },
    changedAt: { ...instant, name: 'changed_at' },
    deletedAt: { ...instant, name: 'deleted_at', nullable: true },
    version: integer,
  },
})

/** Condition of a live domain or order: at most one row of a name meets it. */
export const isLive = sql`deleted_at is null and phase <> 'failed'`

/** The unique index behind "one live order or domain per name". */
const ONE_LIVE_DOMAIN = 'one_live_domain_per_name'

/** Whether a write failed because an account of the platform already has or orders the name. */
export function isNameTaken(error: unknown): boolean {
  return (error as { constraint?: string }).constraint === ONE_LIVE_DOMAIN
}

export const domainRows = new WholeRows(domainSchema)

/** Where the name is free, the failed orders of the account for it end. */
const insert = statement<Written<Omit<Domain, 'id'>>, Pick<Domain, 'id'> & { readonly retiredIds: readonly number[] }>(
  'domains.insert',
  (given) => sql`
    with inserted as (
      insert into domain (${domainRows.written('id')}) values (${domainRows.values(given, 'id')})
      on conflict (name) where ${isLive} do nothing returning id),
    retired as (
      update domain set deleted_at = ${given.orderedAt}, changed_at = ${given.orderedAt}, version = version + 1,
        auth_code = '', transfer_code = '', internal_auth_code = ''
      where reseller_id = ${given.resellerId} and name = ${given.name} and phase = 'failed' and deleted_at is null
        and exists (select from inserted)
      returning id)
    select id, array(select id from retired) as "retiredIds" from inserted`,
)

/** The id of a new domain, and the failed orders of its account for the same name, which it has replaced. */
interface Inserted {
  readonly id: number
  readonly retired: readonly Domain[]
}

/**
 * Stores a new domain; undefined when an account of the platform already has or orders the name. Deletes a failed order of
 * the same account and name.
 */
export async function insertDomain(tx: Tx, domain: Omit<Domain, 'id'>): Promise<Inserted | undefined> {
  const [inserted] = await tx.query(insert, domainRows.given(domain))
  if (!inserted) return undefined
  const { id, retiredIds } = inserted
  const retired = retiredIds.length === 0 ? [] : await tx.manager.findBy(domainSchema, { id: In([...retiredIds]) })
  return { id, retired }
}

/** The account and phase of the live domain of a name, in any account. */
export const liveDomain = statement<Pick<Domain, 'name'>, Pick<Domain, 'phase' | 'resellerId'>>(
  'domains.live',
  ({ name }) => sql`select reseller_id as "resellerId", phase from domain where name = ${name} and ${isLive}`,
)

/** The names of live domains among the given ones, in any account. */
export const liveNames = statement<{ readonly names: readonly string[] }, Pick<Domain, 'name'>>(
  'domains.live-names',
  ({ names }) => sql`select name from domain where name = any(${names}) and ${isLive}`,
)

const save = statement<Written<Domain>>(
  'domains.save',
  (given) => sql`
    update domain set (${domainRows.written('id')}) = (${domainRows.values(given, 'id')}) where id = ${given.id}`,
)

/** Writes a changed domain back. */
export async function saveDomain(tx: Tx, domain: Domain): Promise<void> {
  await tx.query(save, domainRows.given(domain))
}

/** A domain of an account by its id, or the live one by its name. Deleted domains are not found. */
export async function findOwn(
  database: Database,
  resellerId: number,
  which: { readonly id: number } | { readonly name: string },
): Promise<Domain | undefined> {
  const where = { ...which, resellerId, deletedAt: IsNull(), ...('name' in which && { phase: Not('failed' as const) }) }
  return database.findOne(domainSchema, where)
}

/** A domain of an account by its id, deleted or not. */
export async function findAny({ dataSource }: Database, resellerId: number, id: number): Promise<Domain | undefined> {
  return (await dataSource.manager.findOne(domainSchema, { where: { id, resellerId } })) ?? undefined
}

/** A domain by its id, of any account. */
export async function readDomain({ dataSource }: Database, id: number): Promise<Domain | undefined> {
  return (await dataSource.manager.findOne(domainSchema, { where: { id } })) ?? undefined
}

/** A domain, locked until the end of the transaction. */
export async function lockDomain(tx: Tx, id: number): Promise<Domain | undefined> {
  const domain = await tx.manager.findOne(domainSchema, { where: { id }, lock: { mode: 'pessimistic_write' } })
  return domain ?? undefined
}

/** Domains, locked until the end of the transaction, in the order of their ids: transactions with the same ones take turns. */
export function lockDomains(tx: Tx, ids: readonly number[]): Promise<Domain[]> {
  const where = { id: In([...ids]) }
  return tx.manager.find(domainSchema, { where, order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } })
}

/** A domain of an account that is not deleted, locked until the end of the transaction. */
export async function lockOwn(tx: Tx, resellerId: number, id: number): Promise<Domain | undefined> {
  const where = { id, resellerId, deletedAt: IsNull() }
  const domain = await tx.manager.findOne(domainSchema, { where, lock: { mode: 'pessimistic_write' } })
  return domain ?? undefined
}

/** A domain that a caller may see and change, by its id. Refuses any other with `domain_not_found`. */
export async function findReached(database: Database, call: Call, id: number): Promise<Domain> {
  return reached(call, id, await findOwn(database, resellerOf(call), { id }))
}

/** A domain that a caller may see and change, locked until the end of the transaction. Refuses as {@link findReached}. */
export async function lockReached(tx: Tx, call: Call, id: number): Promise<Domain> {
  return reached(call, id, await lockOwn(tx, resellerOf(call), id))
}

function reached(call: Call, id: number, domain: Domain | undefined): Domain {
  if (!domain || !reachesDomain(call, domain.name)) fail('domain_not_found', { domain: id })
  tellAudit(call, { subject: `domain ${domain.name}` })
  return domain
}

/** The live domain of a name in any account, locked until the end of the transaction. */
export async function lockLiveDomain(tx: Tx, name: string): Promise<Domain | undefined> {
  const where = { name, deletedAt: IsNull(), phase: Not('failed' as const) }
  const domain = await tx.manager.findOne(domainSchema, { where, lock: { mode: 'pessimistic_write' } })
  return domain ?? undefined
}

const other = statement<Pick<Domain, 'name' | 'resellerId'> & { readonly id: number | null }>(
  'domains.other-of-name',
  ({ resellerId, name, id }) => sql`
    select from domain
    where reseller_id = ${resellerId} and name = ${name} and id is distinct from ${id} and deleted_at is null limit 1`,
)

/** Whether the account has another domain or order of a name than the given one. */
export async function hasOther(
  tx: Tx,
  { resellerId, name, id = null }: Pick<Domain, 'name' | 'resellerId'> & { readonly id?: number | null },
): Promise<boolean> {
  return (await tx.query(other, { resellerId, name, id })).length > 0
}
