import { statement } from '@nameyard/persistence/statement'

/** Columns of a nameserver `n` as the wire has them. */
export const nameserverColumns = `n.name, coalesce(host(n.ip), '') as ip, coalesce(host(n.ip6), '') as ip6,
  n.registry_state as "registryState", n.registry_reason as "registryReason"`

/** How far a nameserver is at the registry of the domain above it; `none` where no domain of the account is. */
export type RegistryState = 'active' | 'deleting' | 'none' | 'pending' | 'refused'

/** A nameserver as the wire has it; an address it lacks is empty. */
export interface WireNameserver {
  readonly name: string
  readonly ip: string
  readonly ip6: string
  readonly registry_status?: Exclude<RegistryState, 'none'>
  readonly registry_reason?: string
}

/** A nameserver as its row is read for the wire. */
export interface NameserverRow extends Record<string, unknown> {
  readonly name: string
  readonly ip: string
  readonly ip6: string
  readonly registryState: RegistryState
  readonly registryReason: string | null
}

/** A nameserver as clients see it. */
export function nameserverOnWire({ name, ip, ip6, registryState, registryReason }: NameserverRow): WireNameserver {
  return {
    name,
    ip,
    ip6,
    ...(registryState !== 'none' && { registry_status: registryState }),
    ...(registryReason !== null && { registry_reason: registryReason }),
  }
}

/**
 * `$1` account, `$2` name, `$3` IPv4, `$4` IPv6, `$5` now, `$6` number of the change; no row when the account has one of
 * that name.
 */
export const insertNameserver = statement(
  'dns.insert-nameserver',
  `insert into nameserver (reseller_id, name, ip, ip6, created_at, updated_at, registry_state, registry_operation)
   values ($1, $2, $3, $4, $5, $5, 'pending', $6)
   on conflict (reseller_id, name) where deleted_at is null do nothing returning id`,
)

/** `$1` account, `$2` name. */
export const readNameserver = statement(
  'dns.get-nameserver',
  `select ${nameserverColumns} from nameserver n where n.reseller_id = $1 and n.name = $2 and n.deleted_at is null`,
)

/**
 * `$1` account, `$2` name, `$3` IPv4, `$4` IPv6, `$5` now, `$6` number of the change; no row when there is no such
 * nameserver, or a change of it is under way.
 */
export const changeNameserver = statement(
  'dns.update-nameserver',
  `update nameserver set before_ip = ip, before_ip6 = ip6, ip = $3, ip6 = $4, updated_at = $5, registry_state = 'pending',
     registry_operation = $6, registry_reason = null
   where reseller_id = $1 and name = $2 and deleted_at is null and registry_operation is null returning id`,
)

/** `$1` account, `$2` names: the nameservers whose addresses are the account's word; not one that a registry refused. */
export const describedNameservers = statement(
  'dns.described-nameservers',
  `select name, host(ip) as ip, host(ip6) as ip6 from nameserver
   where reseller_id = $1 and name = any($2::text[]) and deleted_at is null
     and (registry_state <> 'refused' or before_ip is not null or before_ip6 is not null)`,
)

/** `$1` account, `$2` name, or null for all: the changes that are under way. */
export const changesUnderWay = statement(
  'dns.nameserver-changes-under-way',
  `select name, host(ip) as ip, host(ip6) as ip6, registry_operation as "operationId",
     registry_state = 'deleting' as "isDeletion", before_ip is null and before_ip6 is null as "isNew"
   from nameserver where reseller_id = $1 and ($2::text is null or name = $2) and deleted_at is null
     and registry_operation is not null`,
)

/** `$1` account, `$2` number of the change, `$3` state that was reached. */
export const concludeChange = statement(
  'dns.conclude-nameserver-change',
  `update nameserver set registry_state = $3, registry_operation = null, registry_reason = null,
     before_ip = null, before_ip6 = null
   where reseller_id = $1 and registry_operation = $2 and deleted_at is null`,
)

/** `$1` account, `$2` number of the change, `$3` now: the nameserver is deleted, or was never made. */
export const removeChanged = statement(
  'dns.remove-changed-nameserver',
  `update nameserver set deleted_at = $3, updated_at = $3, registry_operation = null
   where reseller_id = $1 and registry_operation = $2 and deleted_at is null`,
)

/** `$1` account, `$2` number of the change, `$3` reason: back to the addresses that it had before, if it had any. */
export const takeChangeBack = statement(
  'dns.take-nameserver-change-back',
  `update nameserver set registry_state = 'refused', registry_operation = null, registry_reason = $3,
     ip = case when before_ip is null and before_ip6 is null then ip else before_ip end,
     ip6 = case when before_ip is null and before_ip6 is null then ip6 else before_ip6 end
   where reseller_id = $1 and registry_operation = $2 and deleted_at is null`,
)

/**
 * `$1` account, `$2` name, `$3` now, `$4` number of the change; `group` when one of the account holds it, and then it
 * stays as it is.
 */
export const deleteLiveNameserver = statement(
  'dns.delete-nameserver',
  `with held as (
     select g.name from ns_group_member m join ns_group g on g.id = m.group_id
     where m.name = $2 and g.reseller_id = $1 and g.deleted_at is null limit 1),
   found as (
     select id from nameserver
     where reseller_id = $1 and name = $2 and deleted_at is null and registry_operation is null),
   leaving as (
     update nameserver set registry_state = 'deleting', registry_operation = $4, updated_at = $3,
       before_ip = ip, before_ip6 = ip6
     where id in (select id from found) and not exists (select from held))
   select (select name from held) as "group" from found`,
)
