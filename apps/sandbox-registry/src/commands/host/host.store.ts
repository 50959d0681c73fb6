import type { ClientBase } from 'pg'

/** A nameserver known to the registry (RFC 5732). */
export interface Host {
  readonly name: string
  readonly roid: string
  readonly addresses: readonly string[]
  readonly sponsor: string
  readonly createdBy: string
  readonly createdAt: Date
  readonly updatedBy: string | null
  readonly updatedAt: Date | null
  /** Those that were set; `ok` and `linked` follow from the rest. */
  readonly setStatuses: readonly string[]
  /** The domain it lies in, when this registry keeps it. */
  readonly superordinate: string | null
  readonly isLinked: boolean
}

/** Which of the names are in use. */
export async function findTakenHosts(db: ClientBase, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ name: string }>({
    name: 'host.taken',
    text: 'select name from sandbox_registry.host where name = any($1)',
    values: [names],
  })
  return new Set(rows.map(({ name }) => name))
}

/** As above; the hosts that exist stay until the command ends. */
export async function holdHosts(db: ClientBase, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ name: string }>({
    name: 'host.hold-all',
    text: 'select name from sandbox_registry.host where name = any($1) for key share',
    values: [names],
  })
  return new Set(rows.map(({ name }) => name))
}

export async function findHost(db: ClientBase, name: string): Promise<Host | undefined> {
  const { rows } = await db.query<Host>(
    `select name, roid, array(select host(a) from unnest(addresses) a) as addresses, sponsor,
       created_by as "createdBy", created_at as "createdAt", updated_by as "updatedBy", updated_at as "updatedAt", statuses as "setStatuses",
       superordinate,
       exists (select from sandbox_registry.domain_host dh where dh.host = h.name) as "isLinked"
     from sandbox_registry.host h where name = $1`,
    [name],
  )
  return rows[0]
}

/** As above; the host stays as it is until the command ends. */
export async function holdHost(db: ClientBase, name: string): Promise<Host | undefined> {
  await db.query('select from sandbox_registry.host where name = $1 for update', [name])
  return findHost(db, name)
}

/** Whether a domain of another registrar is delegated to the host. */
export async function isUsedByOthers(db: ClientBase, name: string, registrar: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from sandbox_registry.domain_host dh join sandbox_registry.domain d on d.name = dh.domain
     where dh.host = $1 and d.sponsor <> $2 limit 1`,
    [name, registrar],
  )
  return rowCount === 1
}

/** Domains that are delegated to the host follow when it is renamed. */
export async function changeHost(
  db: ClientBase,
  name: string,
  change: Pick<Host, 'name' | 'superordinate' | 'addresses' | 'setStatuses'>,
  by: { readonly registrar: string; readonly now: Date },
): Promise<void> {
  await db.query(
    `update sandbox_registry.host set name = $2, superordinate = $3, addresses = $4::inet[], statuses = $5,
       updated_by = $6, updated_at = $7
     where name = $1`,
    [name, change.name, change.superordinate, change.addresses, change.setStatuses, by.registrar, by.now],
  )
}

export async function eraseHost(db: ClientBase, name: string): Promise<void> {
  await db.query('delete from sandbox_registry.host where name = $1', [name])
}

/** Where a host name lies: under which TLD with host objects, if any, and in which domain of it. */
export interface Superordinate {
  readonly tld: string
  readonly domain: string | null
  readonly sponsor: string | null
}

/** `names` are the host's name and what is above it. The domain stays until the command ends. */
export async function findSuperordinate(db: ClientBase, names: readonly string[]): Promise<Superordinate | undefined> {
  const { rows } = await db.query<Superordinate>(
    `select t.name as tld, d.name as domain, d.sponsor
     from sandbox_registry.tld t join sandbox_registry.profile p on p.name = t.profile
     left join lateral (
       select name, sponsor from sandbox_registry.domain where name = any($1) and tld = t.name for key share) d on true
     where p.hosts = 'objects' and t.name = any(select substring(n from position('.' in n) + 1) from unnest($1::text[]) n)
     order by length(t.name) desc limit 1`,
    [names],
  )
  return rows[0]
}

/** False when the name is taken, also by a command that runs at the same time. */
export async function insertHost(
  db: ClientBase,
  host: { name: string; superordinate: string | null; addresses: readonly string[] },
  registrar: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into sandbox_registry.host (name, roid, superordinate, addresses, sponsor, created_by, created_at)
     values ($1, 'H' || nextval('sandbox_registry.repository_object') || '-SANDBOX', $2, $3::inet[], $4, $4, $5)
     on conflict (name) do nothing`,
    [host.name, host.superordinate, host.addresses, registrar, now],
  )
  return rowCount === 1
}
