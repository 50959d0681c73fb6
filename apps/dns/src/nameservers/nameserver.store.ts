import { statement } from '@nameyard/persistence/statement'

/** Columns of a nameserver `n` as the wire has them. */
export const nameserverColumns = `n.name, coalesce(host(n.ip), '') as ip, coalesce(host(n.ip6), '') as ip6`

/** A nameserver as the wire has it; an address it lacks is empty. */
export interface WireNameserver {
  readonly name: string
  readonly ip: string
  readonly ip6: string
}

/** `$1` account, `$2` name, `$3` IPv4, `$4` IPv6, `$5` now; no row when the account has one of that name. */
export const insertNameserver = statement(
  'dns.insert-nameserver',
  `insert into nameserver as n (reseller_id, name, ip, ip6, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)
   on conflict (reseller_id, name) where deleted_at is null do nothing returning ${nameserverColumns}`,
)

/** `$1` account, `$2` name. */
export const readNameserver = statement(
  'dns.get-nameserver',
  `select ${nameserverColumns} from nameserver n where n.reseller_id = $1 and n.name = $2 and n.deleted_at is null`,
)

/** `$1` account, `$2` name, `$3` IPv4, `$4` IPv6, `$5` now; no row when there is no such nameserver. */
export const changeNameserver = statement(
  'dns.update-nameserver',
  `update nameserver set ip = $3, ip6 = $4, updated_at = $5
   where reseller_id = $1 and name = $2 and deleted_at is null returning id`,
)

/** `$1` account, `$2` name, `$3` now; `isGrouped` when a group of the account holds it, and then it stays. */
export const deleteLiveNameserver = statement(
  'dns.delete-nameserver',
  `with held as (
     select from ns_group_member m join ns_group g on g.id = m.group_id
     where m.name = $2 and g.reseller_id = $1 and g.deleted_at is null limit 1),
   found as (select id from nameserver where reseller_id = $1 and name = $2 and deleted_at is null),
   gone as (
     update nameserver set deleted_at = $3, updated_at = $3 where id in (select id from found)
       and not exists (select from held))
   select exists (select from held) as "isGrouped" from found`,
)
