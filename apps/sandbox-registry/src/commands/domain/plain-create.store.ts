import type { Pool } from 'pg'
import type { Charge } from '../../life/charge.store'
import type { GracePeriod } from '../../life/grace.store'
import { nextDue } from '../../life/jobs.store'
import type { AuditEntry } from '../../server/audit.store'
import { hasFaults } from '../../server/fault.store'
import type { NewDomain } from './domain.store'

/** All that a create of a domain writes when nothing stands in its way. */
export interface PlainCreate {
  readonly domain: NewDomain
  /** What it costs its registrar, who becomes the sponsor at that instant. */
  readonly charge: Charge
  readonly grace: GracePeriod | undefined
  readonly audit: AuditEntry
  /** How many seconds ahead of real time its instant is. */
  readonly offsetSeconds: number
}

/**
 * Writes creates in one statement, and so in one transaction; gives the names that are in the books by it. The others
 * have left nothing: they are special names or taken ones, of two creates of one name the second, or their contacts,
 * hosts or credit are to be looked at; and none is written while a fault is planted, when the registry has something of
 * its own to do first, or when its time is another. What they refer to cannot go meanwhile: the foreign keys see to that. `offset 0` has each key
 * looked up by itself in the index of its table, however many there are when the statement is planned.
 */
export async function insertPlainCreates(db: Pool, creates: readonly PlainCreate[]): Promise<Set<string>> {
  const { rows } = await db.query<{ name: string }>({
    name: 'domain.plain-creates',
    text: `with given as materialized (
       select * from jsonb_to_recordset($1) as g (position integer, name text, tld text, registrant text, contacts jsonb,
         hosts text[], attributes jsonb, auth_info text, expires_at timestamptz, at timestamptz, offset_seconds bigint,
         registrar text, kind text, years integer, cents bigint, currency text, grace text, grace_ends_at timestamptz, session uuid,
         command text, objects text[], cltrid text, svtrid text, code integer, request text, response text)
       where offset_seconds = (select offset_seconds from sandbox_registry.clock) and not ${hasFaults} and coalesce(${nextDue} > at, true)),
     fit as materialized (
       select g.* from given g
       where not exists (select from sandbox_registry.special_name s where s.name = g.name offset 0)
         and exists (select from sandbox_registry.registrar r where r.cl_id = g.registrar and r.credit is null offset 0)
         and not exists (
           select from (select g.registrant union all select c.contact from jsonb_to_recordset(g.contacts) c (contact text)) n (id)
           where id is not null and not exists (
             select from sandbox_registry.contact c where c.id = n.id and c.sponsor = g.registrar offset 0) offset 0)
         and not exists (
           select from unnest(g.hosts) n (name)
           where not exists (select from sandbox_registry.host h where h.name = n.name offset 0) offset 0)),
     created as (
       insert into sandbox_registry.domain
         (name, roid, tld, registrant, auth_info, sponsor, created_by, created_at, expires_at)
       select name, 'D' || nextval('sandbox_registry.repository_object') || '-SANDBOX', tld, registrant, auth_info,
         registrar, registrar, at, expires_at
       from fit order by position
       on conflict (name) do nothing returning name),
     made as materialized (
       select distinct on (fit.name) fit.* from created join fit on fit.name = created.name order by fit.name, position),
     contacts as (
       insert into sandbox_registry.domain_contact (domain, type, contact)
       select made.name, c.type, c.contact from made, jsonb_to_recordset(made.contacts) c (type text, contact text)),
     hosts as (
       insert into sandbox_registry.domain_host (domain, host) select made.name, h from made, unnest(made.hosts) h),
     attributes as (
       insert into sandbox_registry.domain_host_attribute (domain, host_name, addresses)
       select made.name, a.name, a.addresses
       from made, jsonb_to_recordset(made.attributes) a (name text, addresses inet[])),
     charged as (
       insert into sandbox_registry.charge (at, registrar, domain, kind, years, cents, currency, svtrid)
       select at, registrar, name, kind, years, cents, currency, svtrid from made order by position
       returning id, domain),
     graced as (
       insert into sandbox_registry.grace (domain, kind, charge, ends_at)
       select made.name, made.grace, charged.id, made.grace_ends_at
       from charged join made on made.name = charged.domain where made.grace is not null),
     audited as (
       insert into sandbox_registry.audit
         (at, session, registrar, command, objects, cltrid, svtrid, code, request, response)
       select at, session, registrar, command, objects, cltrid, svtrid, code, request, response
       from made order by position)
     select name from made`,
    values: [JSON.stringify(creates.map(rowOf))],
  })
  return new Set(rows.map(({ name }) => name))
}

function rowOf({ domain, charge, grace, audit, offsetSeconds }: PlainCreate, position: number) {
  return {
    position,
    name: domain.name,
    tld: domain.tld,
    registrant: domain.registrant,
    contacts: domain.contacts,
    hosts: domain.hosts,
    attributes: domain.hostAttributes,
    auth_info: domain.authInfo,
    expires_at: domain.expiresAt,
    at: charge.at,
    offset_seconds: offsetSeconds,
    registrar: charge.registrar,
    kind: charge.kind,
    years: charge.years,
    cents: charge.cents,
    currency: charge.currency,
    grace: grace?.kind,
    grace_ends_at: grace?.endsAt,
    session: audit.session,
    command: audit.command,
    objects: audit.objects,
    cltrid: audit.clTRID,
    svtrid: audit.svTRID,
    code: audit.code,
    request: audit.request,
    response: audit.response,
  }
}
