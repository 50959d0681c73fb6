import type { ClientBase } from 'pg'
import { sql, statement, type Placeholders, type Sql } from '@nameyard/persistence/statement'
import type { GraceKind } from '../billing/grace.store'
import { read, write, type Queryable } from '../database/query'
import type { DeletedState } from '../model/domain-status'
import { COMMON_ENDPOINT } from '../model/endpoint'

/** Why a name is not available; names without an entry are free. */
export type Obstacle = 'unserved' | 'taken' | 'reserved' | 'premium'

export interface DomainContact {
  readonly type: 'admin' | 'billing' | 'tech'
  readonly contact: string
}

/** A nameserver as host attribute, in TLDs without host objects (RFC 5731 section 1.1). */
export interface HostAttribute {
  readonly name: string
  readonly addresses: readonly string[]
}

export interface NewDomain {
  readonly name: string
  readonly tld: string
  readonly registrant: string | null
  readonly contacts: readonly DomainContact[]
  readonly hosts: readonly string[]
  readonly hostAttributes: readonly HostAttribute[]
  readonly authInfo: string | null
  readonly expiresAt: Date
}

export interface Domain extends NewDomain {
  readonly roid: string
  /** The roid of the registrant; its authInfo authorizes for the domain as well (RFC 5731 section 3.1.2). */
  readonly registrantRoid: string | null
  readonly registrantAuthInfo: string | null
  readonly subordinateHosts: readonly string[]
  readonly sponsor: string
  readonly createdBy: string
  readonly createdAt: Date
  readonly updatedBy: string | null
  readonly updatedAt: Date | null
  readonly transferredAt: Date | null
  /** Explicitly set statuses; `domainStatuses` adds the derived ones. */
  readonly setStatuses: readonly string[]
  readonly isTransferring: boolean
  readonly rgp: DeletedState | null
  readonly pendingAction: 'create' | 'update' | null
  readonly redemptionUntil: Date | null
  /** Every grace period since the last delete, restore or transfer, with its end as ISO 8601. */
  readonly graces: readonly { readonly kind: GraceKind; readonly endsAt: string }[]
}

/** What an update writes. */
export interface DomainChange {
  readonly name: string
  readonly statuses: readonly string[]
  readonly registrant: string | null
  readonly contacts: readonly DomainContact[]
  readonly hosts: readonly string[]
  readonly hostAttributes: readonly HostAttribute[]
  readonly authInfo: string | null
  readonly updatedBy: string
  readonly updatedAt: Date
}

interface At {
  readonly endpoint: string
  readonly common: string
}

const obstaclesOf = (names: Sql, { endpoint, common }: Placeholders<At>) => sql`
  select n.name,
    case when t.name is null then 'unserved' when d.name is not null then 'taken' else s.kind end as obstacle
  from ${names} n (name, tld)
  left join sandbox_registry.tld t on t.name = n.tld and (${endpoint} = ${common} or t.profile = ${endpoint})
  left join sandbox_registry.domain d on d.name = n.name
  left join sandbox_registry.special_name s on s.name = n.name
  where t.name is null or d.name is not null or s.name is not null`

const FIND_OBSTACLES = statement<
  At & { readonly names: readonly string[]; readonly tlds: readonly string[] },
  { name: string; obstacle: Obstacle }
>('sandbox.find-obstacles', (given) => obstaclesOf(sql`unnest(${given.names}::text[], ${given.tlds}::text[])`, given))

const FIND_OBSTACLE = statement<
  At & { readonly name: string; readonly tld: string },
  { name: string; obstacle: Obstacle }
>('sandbox.find-obstacle', (given) => obstaclesOf(sql`(values (${given.name}::text, ${given.tld}::text))`, given))

const FIND = statement<{ name: string }, Domain>(
  'sandbox.find-domain',
  ({ name }) => sql`
      select d.name, d.roid, d.tld, d.registrant, r.roid as "registrantRoid", r.auth_info as "registrantAuthInfo",
      d.auth_info as "authInfo", d.sponsor, d.created_by as "createdBy", d.created_at as "createdAt",
      d.expires_at as "expiresAt", d.updated_by as "updatedBy", d.updated_at as "updatedAt",
      d.transferred_at as "transferredAt", d.statuses as "setStatuses", d.rgp,
      d.redemption_until as "redemptionUntil",
      exists (select from sandbox_registry.transfer where domain = d.name and status = 'pending') as "isTransferring",
      (select kind from sandbox_registry.pending_action where domain = d.name) as "pendingAction",
      (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'endsAt', ends_at) order by charge), '[]')
    from sandbox_registry.grace where domain = d.name) as graces,
      (select coalesce(jsonb_agg(jsonb_build_object('type', type, 'contact', contact) order by type, contact), '[]')
    from sandbox_registry.domain_contact where domain = d.name) as contacts,
      array(select host from sandbox_registry.domain_host where domain = d.name order by host) as hosts,
      (select coalesce(jsonb_agg(jsonb_build_object('name', host_name, 'addresses',
      array(select host(a) from unnest(addresses) a)) order by host_name), '[]')
    from sandbox_registry.domain_host_attribute where domain = d.name) as "hostAttributes",
      array(select name from sandbox_registry.host where superordinate = d.name order by name) as "subordinateHosts"
      from sandbox_registry.domain d left join sandbox_registry.contact r on r.id = d.registrant
      where d.name = ${name}`,
)

const NAMES_OF = statement<{ sponsor: string; after: string; limit: number }, { name: string }>(
  'sandbox.names-of',
  ({ sponsor, after, limit }) => sql`
    select name from sandbox_registry.domain where name > ${after} and sponsor = ${sponsor} order by name limit ${limit}`,
)

const LOCK = statement<{ name: string }>(
  'sandbox.lock-domain',
  ({ name }) => sql`select from sandbox_registry.domain where name = ${name} for update`,
)

/** Contacts and host attributes as JSON. */
type Linked = { readonly contacts: string; readonly hosts: readonly string[]; readonly hostAttributes: string }

const INSERT = statement<Omit<NewDomain, keyof Linked> & Linked & { readonly registrar: string; readonly now: Date }>(
  'sandbox.insert-domain',
  (domain) => sql`
    with created as (
      insert into sandbox_registry.domain
        (name, roid, tld, registrant, auth_info, sponsor, created_by, created_at, expires_at)
      values (${domain.name}, 'D' || nextval('sandbox_registry.repository_object') || '-SANDBOX', ${domain.tld},
        ${domain.registrant}, ${domain.authInfo}, ${domain.registrar}, ${domain.registrar}, ${domain.now},
        ${domain.expiresAt})
      on conflict (name) do nothing returning name),
    contacts as (
      insert into sandbox_registry.domain_contact (domain, type, contact)
      select created.name, c.type, c.contact
      from created, jsonb_to_recordset(${domain.contacts}) c (type text, contact text)),
    hosts as (
      insert into sandbox_registry.domain_host (domain, host)
      select created.name, h from created, unnest(${domain.hosts}::text[]) h),
    attributes as (
      insert into sandbox_registry.domain_host_attribute (domain, host_name, addresses)
      select created.name, a.name, a.addresses
      from created, jsonb_to_recordset(${domain.hostAttributes}) a (name text, addresses inet[]))
    select from created`,
)

const CHANGE = statement<Omit<DomainChange, keyof Linked>>(
  'sandbox.change-domain',
  (change) => sql`
    update sandbox_registry.domain set statuses = ${change.statuses}, registrant = ${change.registrant},
      auth_info = ${change.authInfo}, updated_by = ${change.updatedBy}, updated_at = ${change.updatedAt}
    where name = ${change.name}`,
)

const DELETE_CONTACTS = statement<{ name: string }>(
  'sandbox.delete-contacts-of-domain',
  ({ name }) => sql`delete from sandbox_registry.domain_contact where domain = ${name}`,
)

const DELETE_HOSTS = statement<{ name: string }>(
  'sandbox.delete-hosts-of-domain',
  ({ name }) => sql`delete from sandbox_registry.domain_host where domain = ${name}`,
)

const DELETE_HOST_ATTRIBUTES = statement<{ name: string }>(
  'sandbox.delete-host-attributes-of-domain',
  ({ name }) => sql`delete from sandbox_registry.domain_host_attribute where domain = ${name}`,
)

const INSERT_LINKED = statement<Linked & { readonly name: string }>(
  'sandbox.insert-linked-of-domain',
  ({ name, contacts, hosts, hostAttributes }) => sql`
    with contacts as (
      insert into sandbox_registry.domain_contact (domain, type, contact)
      select ${name}, c.type, c.contact from jsonb_to_recordset(${contacts}) c (type text, contact text)),
    hosts as (
      insert into sandbox_registry.domain_host (domain, host) select ${name}, h from unnest(${hosts}::text[]) h)
    insert into sandbox_registry.domain_host_attribute (domain, host_name, addresses)
    select ${name}, a.name, a.addresses from jsonb_to_recordset(${hostAttributes}) a (name text, addresses inet[])`,
)

/** Returns why names are not available. `tlds` has the TLD of each name; TLDs of other profiles count as unserved. */
export async function findObstacles(
  db: ClientBase,
  names: readonly string[],
  tlds: readonly string[],
  endpoint: string,
): Promise<Map<string, Obstacle>> {
  const rows = await read(db, FIND_OBSTACLES, { names, tlds, endpoint, common: COMMON_ENDPOINT })
  return new Map(rows.map(({ name, obstacle }) => [name, obstacle]))
}

/** `findObstacles` for one name. PostgreSQL plans a statement with arrays each time, and this one only once. */
export async function findObstacle(
  db: ClientBase,
  name: string,
  tld: string,
  endpoint: string,
): Promise<Obstacle | undefined> {
  const [row] = await read(db, FIND_OBSTACLE, { name, tld, endpoint, common: COMMON_ENDPOINT })
  return row?.obstacle
}

export async function findDomain(db: Queryable, name: string): Promise<Domain | undefined> {
  const [domain] = await read(db, FIND, { name })
  return domain
}

/** Returns a domain and locks it until the command or job ends. */
export async function lockDomain(db: ClientBase, name: string): Promise<Domain | undefined> {
  await write(db, LOCK, { name })
  return findDomain(db, name)
}

/** Returns false when the name is taken. Waits for a command that creates the same name at the same time. */
export async function insertDomain(db: ClientBase, domain: NewDomain, registrar: string, now: Date): Promise<boolean> {
  return (await write(db, INSERT, { ...domain, ...linkedOf(domain), registrar, now })) === 1
}

/** Writes a locked domain. */
export async function changeDomain(db: ClientBase, change: DomainChange): Promise<void> {
  const { name } = change
  await write(db, CHANGE, change)
  for (const deletion of [DELETE_CONTACTS, DELETE_HOSTS, DELETE_HOST_ATTRIBUTES]) await write(db, deletion, { name })
  await write(db, INSERT_LINKED, { name, ...linkedOf(change) })
}

function linkedOf({ contacts, hosts, hostAttributes }: Pick<NewDomain, keyof Linked>): Linked {
  return { contacts: JSON.stringify(contacts), hosts, hostAttributes: JSON.stringify(hostAttributes) }
}

/** A page of the names of a registrar, in their order. */
export async function namesOf(
  db: Queryable,
  page: { readonly sponsor: string; readonly after: string; readonly limit: number },
): Promise<string[]> {
  return (await read(db, NAMES_OF, page)).map(({ name }) => name)
}
