import { fail } from '@nameyard/contracts/errors'
import type { Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { hostColumns, type Host } from './host'
import { PLATFORM_GROUP } from './ns-group'

/**
 * Two tables for a `with`: `grp (id, name)`, the groups of account `$1`, and `member (group_id, place, id, name, ip,
 * ip6)`. The platform's group, with the nameservers `$2`, is one of them in every account. A member that is a
 * nameserver of the account has that one's number and addresses, another those that it was given.
 */
export const groupTables = `
  grp as not materialized (
    select id, name from ns_group where reseller_id = $1 and deleted_at is null
    union all select ${PLATFORM_GROUP.id}, '${PLATFORM_GROUP.name}'),
  member as not materialized (
    select m.group_id, m.place, n.id, m.name, host(case when n.id is null then m.ip else n.ip end) as ip,
      host(case when n.id is null then m.ip6 else n.ip6 end) as ip6
    from ns_group_member m
    left join nameserver n on n.reseller_id = $1 and n.name = m.name and n.deleted_at is null
    union all
    select ${PLATFORM_GROUP.id}, at::integer - 1, null, host, null, null
    from unnest($2::text[]) with ordinality as p (host, at))`

/** The members of a group `g` as the wire has them; what one lacks is left out. */
export const memberList = `(
  select json_agg(json_strip_nulls(
    json_build_object('id', m.id, 'name', m.name, 'ip', m.ip, 'ip6', m.ip6, 'seq_nr', m.place)) order by m.place)
  from member m where m.group_id = g.id)`

/** `$1` account, `$2` platform's nameservers, `$3` name in any case, `$4` number, which goes before the name. */
export const readGroup = statement(
  'dns.get-ns-group',
  `with ${groupTables}
   select g.id, g.name as ns_group, ${memberList} as name_servers from grp g
   where case when $4::integer is null then lower(g.name) = lower($3) else g.id = $4 end`,
)

/** A group as the wire has it. */
export interface WireGroup {
  readonly id: number
  readonly ns_group: string
  readonly name_servers: {
    readonly id?: number
    readonly name: string
    readonly ip?: string
    readonly ip6?: string
    readonly seq_nr: number
  }[]
}

/** `$1` account, `$2` name, `$3` now; no row when the account has a group of that name. */
export const insertGroup = statement(
  'dns.insert-ns-group',
  `insert into ns_group (reseller_id, name, created_at, updated_at) values ($1, $2, $3, $3)
   on conflict (reseller_id, lower(name)) where deleted_at is null do nothing returning id`,
)

/** `$1` account, `$2` name in any case, `$3` now: the group, locked until the end of the transaction. */
export const touchGroup = statement(
  'dns.touch-ns-group',
  `update ns_group set updated_at = $3
   where reseller_id = $1 and lower(name) = lower($2) and deleted_at is null returning id`,
)

/** `$1` account, `$2` name in any case, `$3` now. */
export const deleteLiveGroup = statement(
  'dns.delete-ns-group',
  `update ns_group set deleted_at = $3, updated_at = $3
   where reseller_id = $1 and lower(name) = lower($2) and deleted_at is null returning id`,
)

const deleteMembers = statement('dns.delete-ns-group-members', 'delete from ns_group_member where group_id = $1')

const insertMembers = statement(
  'dns.insert-ns-group-members',
  `insert into ns_group_member (group_id, place, name, ip, ip6)
   select $1, at - 1, name, ip, ip6
   from unnest($2::text[], $3::inet[], $4::inet[]) with ordinality as m (name, ip, ip6, at)`,
)

/** `$1` account, then the columns of hosts: those that are nameservers of the account with other addresses. */
const contradicted = statement(
  'dns.contradicted-nameservers',
  `select n.name from unnest($2::text[], $3::inet[], $4::inet[]) as m (name, ip, ip6)
   join nameserver n on n.reseller_id = $1 and n.name = m.name and n.deleted_at is null
   where m.ip is not null and m.ip is distinct from n.ip or m.ip6 is not null and m.ip6 is distinct from n.ip6
   limit 1`,
)

/**
 * Gives a group its members, in place of those it has. The addresses of a nameserver of the account are changed there,
 * not in a group.
 */
export async function replaceMembers(tx: Tx, resellerId: number, groupId: number, members: readonly Host[]) {
  const columns = hostColumns(members)
  const [other] = await tx.query<{ name: string }>(contradicted, [resellerId, ...columns])
  if (other) {
    const problem = `${other.name} has other addresses in your account`
    fail('invalid_input', { field: 'name_servers', problem }, [{ path: 'name_servers', problem }])
  }
  await tx.query(deleteMembers, [groupId])
  await tx.query(insertMembers, [groupId, ...columns])
}
