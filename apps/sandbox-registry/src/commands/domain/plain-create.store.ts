import type { Pool } from 'pg'
import { sql, statement } from '@nameyard/persistence/statement'
import type { AuditEntry } from '../../audit/audit.store'
import type { Charge } from '../../billing/charge.store'
import type { GracePeriod } from '../../billing/grace.store'
import { read } from '../../database/query'
import { HAS_FAULTS } from '../../faults/fault.store'
import { NEXT_DUE } from '../../lifecycle/due-jobs.store'
import type { NewDomain } from '../../objects/domain.store'

/** All rows that a plain create of a domain writes. */
export interface PlainCreate {
  readonly domain: NewDomain
  /** The charge of the registrar, which becomes the sponsor at that instant. */
  readonly charge: Charge
  readonly grace: GracePeriod | undefined
  readonly audit: AuditEntry
  /** The clock offset under which the create was planned. */
  readonly offsetSeconds: number
}

/**
 * Checks and writes creates. `offset 0` makes PostgreSQL look each key up in the index of its table, however many
 * creates there are when the statement is planned.
 */
const INSERT = statement<{ creates: string }, { name: string }>(
  'sandbox.insert-plain-creates',
  ({ creates }) => sql`
    with given as materialized (
      select * from jsonb_to_recordset(${creates}) as g (position integer, name text, tld text, registrant text,
        contacts jsonb, hosts text[], attributes jsonb, auth_info text, expires_at timestamptz, at timestamptz,
        offset_seconds bigint, registrar text, kind text, years integer, cents bigint, currency text, grace text,
        grace_ends_at timestamptz, session uuid, command text, objects text[], cltrid text, svtrid text, code integer,
        request text, response text)
      where offset_seconds = (select offset_seconds from sandbox_registry.clock) and not ${HAS_FAULTS}
        and coalesce(${NEXT_DUE} > at, true)),
    fit as materialized (
      select g.* from given g
      where not exists (select from sandbox_registry.special_name s where s.name = g.name offset 0)
        and exists (select from sandbox_registry.registrar r where r.cl_id = g.registrar and r.credit is null offset 0)
        and not exists (
          select from (
            select g.registrant
            union all select c.contact from jsonb_to_recordset(g.contacts) c (contact text)) n (id)
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
)

/**
 * Writes creates in one statement, and so in one transaction. Returns the names that were created. Nothing is written
 * for a create whose name is special or taken (of two creates of one name, the second), or whose contacts, hosts or
 * credit need a closer look; nor for any create while a fault is planted, a job is due, or the clock offset has
 * changed. Foreign keys keep what a create refers to from being deleted meanwhile.
 */
export async function insertPlainCreates(db: Pool, creates: readonly PlainCreate[]): Promise<Set<string>> {
  const rows = await read(db, INSERT, { creates: JSON.stringify(creates.map(rowOf)) })
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
