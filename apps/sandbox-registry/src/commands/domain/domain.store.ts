import type { ClientBase, Pool } from 'pg'
import { COMMON_DOOR } from '../../server/session-policy.store'
import type { GraceKind } from '../../life/grace.store'
import type { DeletedState } from '../../model/domain-status'

/** Why a name cannot be had; the names without an entry are free. */
export type Obstacle = 'unserved' | 'taken' | 'reserved' | 'premium'

export interface DomainContact {
  readonly type: 'admin' | 'billing' | 'tech'
  readonly contact: string
}

/** A nameserver given with the domain, where the TLD has no host objects (RFC 5731 section 1.1). */
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
  /** The roid of the registrant; its authInfo opens the domain as well (RFC 5731 section 3.1.2). */
  readonly registrantRoid: string | null
  readonly registrantAuthInfo: string | null
  readonly subordinateHosts: readonly string[]
  readonly sponsor: string
  readonly createdBy: string
  readonly createdAt: Date
  readonly updatedBy: string | null
  readonly updatedAt: Date | null
  readonly transferredAt: Date | null
  /** Those that were set; what follows from the rest of the domain is in `domainStatuses`. */
  readonly setStatuses: readonly string[]
  readonly isTransferring: boolean
  readonly rgp: DeletedState | null
  readonly pendingAction: 'create' | 'update' | null
  readonly redemptionUntil: Date | null
  /** Every grace period since the last that ended all, with the end of each as ISO 8601. */
  readonly graces: readonly { readonly kind: GraceKind; readonly endsAt: string }[]
}

/** SQL of the obstacles of names; `$3` is the door, `$4` the common one. */
const obstaclesOf = (names: string) => `
  select n.name, case when t.name is null then 'unserved' when d.name is not null then 'taken' else s.kind end as obstacle
  from ${names} n (name, tld)
  left join sandbox_registry.tld t on t.name = n.tld and ($3 = $4 or t.profile = $3)
  left join sandbox_registry.domain d on d.name = n.name
  left join sandbox_registry.special_name s on s.name = n.name
  where t.name is null or d.name is not null or s.name is not null`

/** `tlds` runs along `names`; those of other profiles than the door's are unserved. */
export async function findObstacles(
  db: ClientBase,
  names: readonly string[],
  tlds: readonly string[],
  door: string,
): Promise<Map<string, Obstacle>> {
  const { rows } = await db.query<{ name: string; obstacle: Obstacle }>({
    name: 'domain.obstacles',
    text: obstaclesOf('unnest($1::text[], $2::text[])'),
    values: [names, tlds, door, COMMON_DOOR],
  })
  return new Map(rows.map(({ name, obstacle }) => [name, obstacle]))
}

/** As above, of one name: PostgreSQL plans what takes arrays each time, and this once. */
export async function findObstacle(
  db: ClientBase,
  name: string,
  tld: string,
  door: string,
): Promise<Obstacle | undefined> {
  const { rows } = await db.query<{ obstacle: Obstacle }>({
    name: 'domain.obstacle',
    text: obstaclesOf('(values ($1::text, $2::text))'),
    values: [name, tld, door, COMMON_DOOR],
  })
  return rows[0]?.obstacle
}

export async function findDomain(db: ClientBase | Pool, name: string): Promise<Domain | undefined> {
  const { rows } = await db.query<Domain>({
    name: 'domain.find',
    text: `select d.name, d.roid, d.tld, d.registrant, r.roid as "registrantRoid", r.auth_info as "registrantAuthInfo",
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
     where d.name = $1`,
    values: [name],
  })
  return rows[0]
}

/** As above; the domain stays as it is until the command or job ends. */
export async function holdDomain(db: ClientBase, name: string): Promise<Domain | undefined> {
  await db.query('select from sandbox_registry.domain where name = $1 for update', [name])
  return findDomain(db, name)
}

/** False when the name is taken, also by a command that runs at the same time: the second waits for the first to end. */
export async function insertDomain(db: ClientBase, domain: NewDomain, registrar: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'domain.insert',
    text: `with created as (
       insert into sandbox_registry.domain
         (name, roid, tld, registrant, auth_info, sponsor, created_by, created_at, expires_at)
       values ($1, 'D' || nextval('sandbox_registry.repository_object') || '-SANDBOX', $2, $3, $4, $5, $5, $6, $7)
       on conflict (name) do nothing returning name),
     contacts as (
       insert into sandbox_registry.domain_contact (domain, type, contact)
       select created.name, c.type, c.contact from created, jsonb_to_recordset($8) c (type text, contact text)),
     hosts as (
       insert into sandbox_registry.domain_host (domain, host)
       select created.name, h from created, unnest($9::text[]) h),
     attributes as (
       insert into sandbox_registry.domain_host_attribute (domain, host_name, addresses)
       select created.name, a.name, a.addresses from created,
         jsonb_to_recordset($10) a (name text, addresses inet[]))
     select from created`,
    values: [
      domain.name,
      domain.tld,
      domain.registrant,
      domain.authInfo,
      registrar,
      now,
      domain.expiresAt,
      JSON.stringify(domain.contacts),
      domain.hosts,
      JSON.stringify(domain.hostAttributes),
    ],
  })
  return rowCount === 1
}

/** What an update leaves a domain with. */
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

/** Writes a domain that is held. */
export async function changeDomain(db: ClientBase, change: DomainChange): Promise<void> {
  const { name } = change
  await db.query(
    `update sandbox_registry.domain set statuses = $2, registrant = $3, auth_info = $4, updated_by = $5,
       updated_at = $6 where name = $1`,
    [name, change.statuses, change.registrant, change.authInfo, change.updatedBy, change.updatedAt],
  )
  for (const table of ['domain_contact', 'domain_host', 'domain_host_attribute']) {
    await db.query(`delete from sandbox_registry.${table} where domain = $1`, [name])
  }
  await db.query(
    `with contacts as (
       insert into sandbox_registry.domain_contact (domain, type, contact)
       select $1, c.type, c.contact from jsonb_to_recordset($2) c (type text, contact text)),
     hosts as (insert into sandbox_registry.domain_host (domain, host) select $1, h from unnest($3::text[]) h)
     insert into sandbox_registry.domain_host_attribute (domain, host_name, addresses)
     select $1, a.name, a.addresses from jsonb_to_recordset($4) a (name text, addresses inet[])`,
    [name, JSON.stringify(change.contacts), change.hosts, JSON.stringify(change.hostAttributes)],
  )
}
