import type { Tx } from '@nameyard/persistence/database'
import { raw, sql, statement } from '@nameyard/persistence/statement'
import type { Domain } from './model/domain'

/** Settings of an account, as last received. */
interface AccountSetting {
  resellerId: number
  isAutorenewed: boolean
  version: number
}

type Account = Pick<AccountSetting, 'resellerId'>

/** Separates these locks from the other advisory locks of this service. */
const LOCK = raw('290')

// An order that reads the setting and a change of the setting exclude each other: no new domain misses the change.
const share = statement<Account>(
  'domains.share-account-setting',
  ({ resellerId }) => sql`select pg_advisory_xact_lock_shared(${LOCK}, ${resellerId})`,
)
const exclude = statement<Account>(
  'domains.exclude-account-setting',
  ({ resellerId }) => sql`select pg_advisory_xact_lock(${LOCK}, ${resellerId})`,
)

const read = statement<Account, Pick<AccountSetting, 'isAutorenewed'>>(
  'domains.read-account-setting',
  ({ resellerId }) => sql`
    select is_auto_renewed as "isAutorenewed" from account_setting where reseller_id = ${resellerId}`,
)

/** Returns no row when a newer version is stored already. */
const write = statement<AccountSetting>(
  'domains.write-account-setting',
  ({ resellerId, isAutorenewed, version }) => sql`
    insert into account_setting (reseller_id, is_auto_renewed, version)
    values (${resellerId}, ${isAutorenewed}, ${version})
    on conflict (reseller_id) do update set is_auto_renewed = excluded.is_auto_renewed, version = excluded.version
      where account_setting.version < excluded.version
    returning reseller_id`,
)

/** For domains whose own `autorenew` decides, only the copy of the setting changes. */
const copyToDecided = statement<Pick<AccountSetting, 'isAutorenewed' | 'resellerId'>>(
  'domains.copy-account-setting',
  ({ resellerId, isAutorenewed }) => sql`
    update domain set is_auto_renewed_by_default = ${isAutorenewed}
    where reseller_id = ${resellerId} and deleted_at is null and autorenew <> 'default'
      and is_auto_renewed_by_default <> ${isAutorenewed}`,
)

/** Domains with `autorenew: default` whose copy differs from the setting of their account. */
export const staleFollowers = statement<Account & { readonly limit: number }, Pick<Domain, 'id'>>(
  'domains.stale-followers',
  ({ resellerId, limit }) => sql`
    select d.id from domain d join account_setting s on s.reseller_id = d.reseller_id
    where d.reseller_id = ${resellerId} and d.deleted_at is null and d.autorenew = 'default'
      and d.is_auto_renewed_by_default <> s.is_auto_renewed
    order by d.id limit ${limit}`,
)

/** Whether domains of an account renew by default. The setting does not change before the end of the transaction. */
export async function isAutorenewedByDefault(tx: Tx, resellerId: number): Promise<boolean> {
  // Sent together: the second statement begins after the first has the lock, and sees what was committed before.
  const [, [setting]] = await Promise.all([tx.query(share, { resellerId }), tx.query(read, { resellerId })])
  return setting?.isAutorenewed ?? true
}

/** Stores a setting, unless a newer version of it is stored already. */
export async function keepSetting(tx: Tx, setting: AccountSetting): Promise<void> {
  await tx.query(exclude, setting)
  const kept = await tx.query(write, setting)
  if (kept.length > 0) await tx.query(copyToDecided, setting)
}
