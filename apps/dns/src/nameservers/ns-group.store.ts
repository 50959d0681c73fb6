import { fail } from '@nameyard/contracts/errors'
import type { Tx } from '@nameyard/persistence/database'
import { raw, sql, statement } from '@nameyard/persistence/statement'
import { hostColumns, type Host, type HostColumns } from './host'
import { PLATFORM_GROUP } from './ns-group'

const PLATFORM_ID = raw(String(PLATFORM_GROUP.id))

/**
 * Two tables for a `with`: `grp (id, name)`, the groups of the account, and `member (group_id, place, id, name, ip, ip6)`.
 * Every account has the platform's group, with the platform's nameservers. A member that is a nameserver of the account
 * has its number and addresses; any other member has the addresses of the group.
 */
export const groupTables = (given: { readonly resellerId: unknown; readonly platformNameservers: unknown }) => sql`
  grp as not materialized (
    select id, name from ns_group where reseller_id = ${given.resellerId} and deleted_at is null
    union all select ${PLATFORM_ID}, '${raw(PLATFORM_GROUP.name)}'),
  member as not materialized (
    select m.group_id, m.place, n.id, m.name, host(case when n.id is null then m.ip else n.ip end) as ip,
      host(case when n.id is null then m.ip6 else n.ip6 end) as ip6
    from ns_group_member m
    left join nameserver n on n.reseller_id = ${given.resellerId} and n.name = m.name and n.deleted_at is null
    union all
    select ${PLATFORM_ID}, at::integer - 1, null, host, null, null
    from unnest(${given.platformNameservers}::text[]) with ordinality as p (host, at))`

/** The members of a group `g` as the wire has them; missing values are left out. */
export const memberList = sql`(
  select json_agg(json_strip_nulls(
    json_build_object('id', m.id, 'name', m.name, 'ip', m.ip, 'ip6', m.ip6, 'seq_nr', m.place)) order by m.place)
  from member m where m.group_id = g.id)`

/** Finds a group by its number, or without a number by its name in any case. */
export const readGroup = statement<
  { resellerId: number; platformNameservers: readonly string[]; group: string; id: number | null },
  WireGroup
>(
  'dns.get-ns-group',
  (given) => sql`
    with ${groupTables(given)}
    select g.id, g.name as ns_group, ${memberList} as name_servers from grp g
    where case when ${given.id}::integer is null then lower(g.name) = lower(${given.group})
      else g.id = ${given.id} end`,
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

/** Returns no row when the account has a group of that name. */
export const insertGroup = statement<{ resellerId: number; group: string; now: Date }, { id: number }>(
  'dns.insert-ns-group',
  (given) => sql`
    insert into ns_group (reseller_id, name, created_at, updated_at)
    values (${given.resellerId}, ${given.group}, ${given.now}, ${given.now})
    on conflict (reseller_id, lower(name)) where deleted_at is null do nothing returning id`,
)

/** Locks a group until the end of the transaction. Its name is found in any case. */
export const touchGroup = statement<{ resellerId: number; group: string; now: Date }, { id: number }>(
  'dns.touch-ns-group',
  (given) => sql`
    update ns_group set updated_at = ${given.now}
    where reseller_id = ${given.resellerId} and lower(name) = lower(${given.group}) and deleted_at is null
    returning id`,
)

export const deleteLiveGroup = statement<{ resellerId: number; group: string; now: Date }>(
  'dns.delete-ns-group',
  (given) => sql`
    update ns_group set deleted_at = ${given.now}, updated_at = ${given.now}
    where reseller_id = ${given.resellerId} and lower(name) = lower(${given.group}) and deleted_at is null
    returning id`,
)

const deleteMembers = statement<{ groupId: number }>(
  'dns.delete-ns-group-members',
  ({ groupId }) => sql`delete from ns_group_member where group_id = ${groupId}`,
)

const insertMembers = statement<{ groupId: number } & HostColumns>(
  'dns.insert-ns-group-members',
  (given) => sql`
    insert into ns_group_member (group_id, place, name, ip, ip6)
    select ${given.groupId}, at - 1, name, ip, ip6
    from unnest(${given.names}::text[], ${given.ips}::inet[], ${given.ip6s}::inet[]) with ordinality
      as m (name, ip, ip6, at)`,
)

/** A host that is a nameserver of the account with other addresses. */
const contradicted = statement<{ resellerId: number } & HostColumns, { name: string }>(
  'dns.contradicted-nameservers',
  (given) => sql`
    select n.name from unnest(${given.names}::text[], ${given.ips}::inet[], ${given.ip6s}::inet[]) as m (name, ip, ip6)
    join nameserver n on n.reseller_id = ${given.resellerId} and n.name = m.name and n.deleted_at is null
    where m.ip is not null and m.ip is distinct from n.ip or m.ip6 is not null and m.ip6 is distinct from n.ip6
    limit 1`,
)

/**
 * Replaces the members of a group. Refuses other addresses for a nameserver of the account: they are changed by an update
 * of the nameserver.
 */
export async function replaceMembers(tx: Tx, resellerId: number, groupId: number, members: readonly Host[]) {
  const columns = hostColumns(members)
  const [other] = await tx.query(contradicted, { resellerId, ...columns })
  if (other) {
    const problem = `${other.name} has other addresses in your account`
    fail('invalid_input', { field: 'name_servers', problem }, [{ path: 'name_servers', problem }])
  }
  await tx.query(deleteMembers, { groupId })
  await tx.query(insertMembers, { groupId, ...columns })
}
