import { sql, statement } from '@nameyard/persistence/statement'

/** Columns of a nameserver `n` as the wire has them. */
export const nameserverColumns = sql`n.name, coalesce(host(n.ip), '') as ip, coalesce(host(n.ip6), '') as ip6,
  n.registry_state as "registryState", n.registry_reason as "registryReason"`

/** State of a nameserver at the registry of the domain above it; `none` when no domain of the account is above it. */
export type RegistryState = 'active' | 'deleting' | 'none' | 'pending' | 'refused'

/** A nameserver as the wire has it; a missing address is empty. */
export interface WireNameserver {
  readonly name: string
  readonly ip: string
  readonly ip6: string
  readonly registry_status?: Exclude<RegistryState, 'none'>
  readonly registry_reason?: string
}

/** A row of {@link nameserverColumns}. */
export interface NameserverRow {
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

/** Returns no row when the account has a nameserver of that name. `registryOperation` is the number of the change. */
export const insertNameserver = statement<{
  resellerId: number
  name: string
  ip: string | null
  ip6: string | null
  now: Date
  registryOperation: string
}>(
  'dns.insert-nameserver',
  (given) => sql`
    insert into nameserver (reseller_id, name, ip, ip6, created_at, updated_at, registry_state, registry_operation)
    values (${given.resellerId}, ${given.name}, ${given.ip}, ${given.ip6}, ${given.now}, ${given.now}, 'pending',
      ${given.registryOperation})
    on conflict (reseller_id, name) where deleted_at is null do nothing returning id`,
)

export const readNameserver = statement<{ resellerId: number; name: string }, NameserverRow>(
  'dns.get-nameserver',
  (given) => sql`
    select ${nameserverColumns} from nameserver n
    where n.reseller_id = ${given.resellerId} and n.name = ${given.name} and n.deleted_at is null`,
)

/** Returns no row when there is no such nameserver, or a change of it is under way. */
export const changeNameserver = statement<{
  resellerId: number
  name: string
  ip: string | null
  ip6: string | null
  now: Date
  registryOperation: string
}>(
  'dns.update-nameserver',
  (given) => sql`
    update nameserver set before_ip = ip, before_ip6 = ip6, ip = ${given.ip}, ip6 = ${given.ip6},
      updated_at = ${given.now}, registry_state = 'pending', registry_operation = ${given.registryOperation},
      registry_reason = null
    where reseller_id = ${given.resellerId} and name = ${given.name} and deleted_at is null
      and registry_operation is null
    returning id`,
)

/** The given addresses of nameservers, without nameservers that a registry refused when they were new. */
export const describedNameservers = statement<
  { resellerId: number; names: readonly string[] },
  { name: string; ip: string | null; ip6: string | null }
>(
  'dns.described-nameservers',
  (given) => sql`
    select name, host(ip) as ip, host(ip6) as ip6 from nameserver
    where reseller_id = ${given.resellerId} and name = any(${given.names}::text[]) and deleted_at is null
      and (registry_state <> 'refused' or before_ip is not null or before_ip6 is not null)`,
)

/** A change of a nameserver whose result at the registry is not known here yet. */
export interface PendingChange {
  readonly name: string
  readonly ip: string | null
  readonly ip6: string | null
  readonly operationId: string
  readonly isDeletion: boolean
  /** Whether the nameserver did not exist before the change. */
  readonly isNew: boolean
}

/** The pending changes of one nameserver, or of all when `name` is null. */
export const pendingChanges = statement<{ resellerId: number; name: string | null }, PendingChange>(
  'dns.pending-nameserver-changes',
  (given) => sql`
    select name, host(ip) as ip, host(ip6) as ip6, registry_operation as "operationId",
      registry_state = 'deleting' as "isDeletion", before_ip is null and before_ip6 is null as "isNew"
    from nameserver
    where reseller_id = ${given.resellerId} and (${given.name}::text is null or name = ${given.name})
      and deleted_at is null and registry_operation is not null`,
)

/** Ends a change with the state that it reached at the registry. */
export const concludeChange = statement<{ resellerId: number; operationId: string; state: RegistryState }>(
  'dns.conclude-nameserver-change',
  (given) => sql`
    update nameserver set registry_state = ${given.state}, registry_operation = null, registry_reason = null,
      before_ip = null, before_ip6 = null
    where reseller_id = ${given.resellerId} and registry_operation = ${given.operationId} and deleted_at is null`,
)

/** Ends a change that deleted a nameserver, or that did not create it. */
export const removeChanged = statement<{ resellerId: number; operationId: string; now: Date }>(
  'dns.remove-changed-nameserver',
  (given) => sql`
    update nameserver set deleted_at = ${given.now}, updated_at = ${given.now}, registry_operation = null
    where reseller_id = ${given.resellerId} and registry_operation = ${given.operationId} and deleted_at is null`,
)

/** Ends a change that was refused, and restores the addresses from before it, if there were any. */
export const revertChange = statement<{ resellerId: number; operationId: string; reason: string }>(
  'dns.revert-nameserver-change',
  (given) => sql`
    update nameserver set registry_state = 'refused', registry_operation = null, registry_reason = ${given.reason},
      ip = case when before_ip is null and before_ip6 is null then ip else before_ip end,
      ip6 = case when before_ip is null and before_ip6 is null then ip6 else before_ip6 end
    where reseller_id = ${given.resellerId} and registry_operation = ${given.operationId} and deleted_at is null`,
)

/**
 * Begins the deletion of a nameserver. Does nothing when a group of the account has it, and returns that `group`. Returns
 * no row when there is no such nameserver, or a change of it is under way.
 */
export const deleteLiveNameserver = statement<
  { resellerId: number; name: string; now: Date; registryOperation: string },
  { group: string | null }
>(
  'dns.delete-nameserver',
  (given) => sql`
    with held as (
      select g.name from ns_group_member m join ns_group g on g.id = m.group_id
      where m.name = ${given.name} and g.reseller_id = ${given.resellerId} and g.deleted_at is null limit 1),
    found as (
      select id from nameserver
      where reseller_id = ${given.resellerId} and name = ${given.name} and deleted_at is null
        and registry_operation is null),
    deleting as (
      update nameserver set registry_state = 'deleting', registry_operation = ${given.registryOperation},
        updated_at = ${given.now}, before_ip = ip, before_ip6 = ip6
      where id in (select id from found) and not exists (select from held))
    select (select name from held) as "group" from found`,
)
