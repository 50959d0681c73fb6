import type { ClientBase } from 'pg'
import { sql, statement } from '@nameyard/persistence/statement'
import { read, write } from '../database/query'

/** A host object (RFC 5732). */
export interface Host {
  readonly name: string
  readonly roid: string
  readonly addresses: readonly string[]
  readonly sponsor: string
  readonly createdBy: string
  readonly createdAt: Date
  readonly updatedBy: string | null
  readonly updatedAt: Date | null
  /** Explicitly set statuses; `ok` and `linked` are derived. */
  readonly setStatuses: readonly string[]
  /** The superordinate domain, when it is in this registry. */
  readonly superordinate: string | null
  readonly isLinked: boolean
}

interface NewHost {
  readonly name: string
  readonly superordinate: string | null
  readonly addresses: readonly string[]
}

type HostChange = Pick<Host, 'name' | 'superordinate' | 'addresses' | 'setStatuses'>

const FIND_TAKEN = statement<{ readonly names: readonly string[] }, { name: string }>(
  'sandbox.find-taken-hosts',
  ({ names }) => sql`select name from sandbox_registry.host where name = any(${names})`,
)

const LOCK_ALL = statement<{ readonly names: readonly string[] }, { name: string }>(
  'sandbox.lock-hosts',
  ({ names }) => sql`select name from sandbox_registry.host where name = any(${names}) for key share`,
)

const FIND = statement<{ name: string }, Host>(
  'sandbox.find-host',
  ({ name }) => sql`
    select name, roid, array(select host(a) from unnest(addresses) a) as addresses, sponsor,
      created_by as "createdBy", created_at as "createdAt", updated_by as "updatedBy", updated_at as "updatedAt",
      statuses as "setStatuses", superordinate,
      exists (select from sandbox_registry.domain_host dh where dh.host = h.name) as "isLinked"
    from sandbox_registry.host h where name = ${name}`,
)

const LOCK = statement<{ name: string }>(
  'sandbox.lock-host',
  ({ name }) => sql`select from sandbox_registry.host where name = ${name} for update`,
)

const FIND_USE_BY_OTHERS = statement<{ name: string; registrar: string }>(
  'sandbox.find-host-use-by-others',
  ({ name, registrar }) => sql`
    select from sandbox_registry.domain_host dh join sandbox_registry.domain d on d.name = dh.domain
    where dh.host = ${name} and d.sponsor <> ${registrar} limit 1`,
)

const CHANGE = statement<HostChange & { readonly before: string; readonly registrar: string; readonly now: Date }>(
  'sandbox.change-host',
  ({ before, name, superordinate, addresses, setStatuses, registrar, now }) => sql`
    update sandbox_registry.host set name = ${name}, superordinate = ${superordinate}, addresses = ${addresses}::inet[],
      statuses = ${setStatuses}, updated_by = ${registrar}, updated_at = ${now}
    where name = ${before}`,
)

const DELETE = statement<{ name: string }>(
  'sandbox.delete-host',
  ({ name }) => sql`delete from sandbox_registry.host where name = ${name}`,
)

const FIND_SUPERORDINATE = statement<{ readonly names: readonly string[] }, Superordinate>(
  'sandbox.find-superordinate',
  ({ names }) => sql`
    select t.name as tld, d.name as domain, d.sponsor
    from sandbox_registry.tld t join sandbox_registry.profile p on p.name = t.profile
    left join lateral (
      select name, sponsor from sandbox_registry.domain where name = any(${names}::text[]) and tld = t.name
      for key share) d on true
    where p.hosts = 'objects'
      and t.name = any(select substring(n from position('.' in n) + 1) from unnest(${names}::text[]) n)
    order by length(t.name) desc limit 1`,
)

const INSERT = statement<NewHost & { readonly registrar: string; readonly now: Date }>(
  'sandbox.insert-host',
  ({ name, superordinate, addresses, registrar, now }) => sql`
    insert into sandbox_registry.host (name, roid, superordinate, addresses, sponsor, created_by, created_at)
    values (${name}, 'H' || nextval('sandbox_registry.repository_object') || '-SANDBOX', ${superordinate},
      ${addresses}::inet[], ${registrar}, ${registrar}, ${now})
    on conflict (name) do nothing`,
)

/** Returns which of the names are taken. */
export async function findTakenHosts(db: ClientBase, names: readonly string[]): Promise<Set<string>> {
  return new Set((await read(db, FIND_TAKEN, { names })).map(({ name }) => name))
}

/** Returns which of the hosts exist, and locks them against deletion until the command ends. */
export async function lockHosts(db: ClientBase, names: readonly string[]): Promise<Set<string>> {
  return new Set((await read(db, LOCK_ALL, { names })).map(({ name }) => name))
}

export async function findHost(db: ClientBase, name: string): Promise<Host | undefined> {
  const [host] = await read(db, FIND, { name })
  return host
}

/** Returns a host and locks it until the command ends. */
export async function lockHost(db: ClientBase, name: string): Promise<Host | undefined> {
  await write(db, LOCK, { name })
  return findHost(db, name)
}

/** Whether a domain of another registrar is delegated to the host. */
export async function isUsedByOthers(db: ClientBase, name: string, registrar: string): Promise<boolean> {
  return (await write(db, FIND_USE_BY_OTHERS, { name, registrar })) === 1
}

/** Changes a host. Delegations of domains follow a changed name. */
export async function changeHost(
  db: ClientBase,
  before: string,
  change: HostChange,
  { registrar, now }: { readonly registrar: string; readonly now: Date },
): Promise<void> {
  await write(db, CHANGE, { ...change, before, registrar, now })
}

export async function deleteHostRow(db: ClientBase, name: string): Promise<void> {
  await write(db, DELETE, { name })
}

/** The TLD with host objects that a host name is in, and its superordinate domain. */
export interface Superordinate {
  readonly tld: string
  readonly domain: string | null
  readonly sponsor: string | null
}

/** `names` are the host name and its ancestors. Locks the domain against deletion until the command ends. */
export async function findSuperordinate(db: ClientBase, names: readonly string[]): Promise<Superordinate | undefined> {
  const [superordinate] = await read(db, FIND_SUPERORDINATE, { names })
  return superordinate
}

/** Returns false when the name is taken, also by a command that runs at the same time. */
export async function insertHost(db: ClientBase, host: NewHost, registrar: string, now: Date): Promise<boolean> {
  return (await write(db, INSERT, { ...host, registrar, now })) === 1
}
