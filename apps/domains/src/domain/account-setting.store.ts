import type { Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { EntitySchema } from 'typeorm'

/** Settings of an account as they were told last. */
interface AccountSetting {
  resellerId: number
  isAutorenewed: boolean
  version: number
}

export const accountSettingSchema = new EntitySchema<AccountSetting>({
  name: 'account_setting',
  columns: {
    resellerId: { type: 'integer', name: 'reseller_id', primary: true },
    isAutorenewed: { type: 'boolean', name: 'is_auto_renewed' },
    version: { type: 'integer' },
  },
})

/** Keeps the settings of accounts apart from other locks of this service. */
const LOCK = 290

// An order that reads the setting and a change of it exclude each other: no domain comes to be with the old one unseen.
const share = statement('account_setting.share', `select pg_advisory_xact_lock_shared(${LOCK}, $1)`)
const exclude = statement('account_setting.exclude', `select pg_advisory_xact_lock(${LOCK}, $1)`)

const read = statement(
  'account_setting.read',
  'select is_auto_renewed as "isAutorenewed" from account_setting where reseller_id = $1',
)

/** account, setting, version → the account, unless something newer is known */
const write = statement(
  'account_setting.write',
  `insert into account_setting (reseller_id, is_auto_renewed, version) values ($1, $2, $3)
   on conflict (reseller_id) do update set is_auto_renewed = excluded.is_auto_renewed, version = excluded.version
     where account_setting.version < excluded.version
   returning reseller_id`,
)

/** account, setting: of the domains that say themselves whether they renew, only the copy changes */
const copyToDecided = statement(
  'account_setting.copy',
  `update domain set is_auto_renewed_by_default = $2
   where reseller_id = $1 and deleted_at is null and autorenew <> 'default' and is_auto_renewed_by_default <> $2`,
)

/** account, how many → domains that follow the setting and have another copy of it, and the setting; locked */
export const staleFollowers = statement(
  'account_setting.followers',
  `select d.id from domain d join account_setting s on s.reseller_id = d.reseller_id
   where d.reseller_id = $1 and d.deleted_at is null and d.autorenew = 'default'
     and d.is_auto_renewed_by_default <> s.is_auto_renewed
   order by d.id limit $2`,
)

/** Whether domains of an account renew by default, until the end of the transaction that brings one. */
export async function isAutorenewedByDefault(tx: Tx, resellerId: number): Promise<boolean> {
  await tx.query(share, [resellerId])
  const [setting] = await tx.query<Pick<AccountSetting, 'isAutorenewed'>>(read, [resellerId])
  return setting?.isAutorenewed ?? true
}

/** Takes a setting over; the news may be old. */
export async function keepSetting(tx: Tx, { resellerId, isAutorenewed, version }: AccountSetting): Promise<void> {
  await tx.query(exclude, [resellerId])
  const kept = await tx.query(write, [resellerId, isAutorenewed, version])
  if (kept.length > 0) await tx.query(copyToDecided, [resellerId, isAutorenewed])
}
