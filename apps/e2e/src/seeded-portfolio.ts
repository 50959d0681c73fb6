import type { Client } from 'pg'

/** A name that the sandbox registry has under the platform's account, and that the platform does not know. */
export const seededName = (number: number): string => `seeded-${number}.${number % 4 === 0 ? 'nl' : 'org'}`

const addresses = `array['192.0.2.1', '2001:db8::1']::inet[]`

/**
 * Gives the registrar `nameyard` names at the sandbox registry: ten names for each contact. Every third is locked; every
 * fifth is secured; under .nl name servers are attributes; every seventh of the others has a host below itself.
 */
export async function seedPortfolio(sql: Client, count: number): Promise<readonly string[]> {
  const names = Array.from({ length: count }, (_, index) => seededName(index + 1))
  await sql.query('set search_path to sandbox_registry')
  await sql.query(
    `insert into contact (id, roid, postal_info, voice, email, sponsor, created_by, created_at)
    select 'OLD-' || n, 'C' || n || '-SEED', jsonb_build_array(jsonb_build_object('type', 'int', 'name',
      'Ada de Vries ' || chr(65 + n % 26), 'org', 'Company ' || n, 'street', jsonb_build_array('Main Street ' || n, 'Room 2'),
      'city', 'Utrecht', 'sp', 'UT', 'pc', '3511 AB', 'cc', 'NL')), '+31.3055512' || lpad((n % 100)::text, 2, '0'),
      'holder' || n || '@example.com', 'nameyard', 'nameyard', now() - interval '2 years'
    from generate_series(0, $1::int / 10) n`,
    [count],
  )
  await sql.query(
    `insert into domain (name, roid, tld, registrant, sponsor, created_by, created_at, expires_at, statuses)
    select name, 'D' || n || '-SEED', substr(name, strpos(name, '.') + 1), 'OLD-' || n / 10, 'nameyard', 'nameyard',
      date_trunc('second', now() - interval '2 years'), date_trunc('second', now() + n % 300 * interval '1 day' + interval '60 days'),
      case when n % 3 = 0 then array['clientTransferProhibited'] else '{}' end
    from unnest($1::text[]) with ordinality s (name, n)`,
    [names],
  )
  await sql.query(
    `insert into domain_contact (domain, type, contact)
    select name, type, registrant from domain, unnest(array['admin', 'tech', 'billing']) type where roid like '%-SEED'`,
  )
  await sql.query(
    `insert into domain_sec_dns (domain, record)
    select name, case when tld = 'nl' then '{"flags":257,"protocol":3,"alg":13,"pubKey":"mdsswUyr3DPW132mOi8V9xESWE8jTo0dxCjjnopKl+GqJxpVXckHAeF+KkxLbxILfDLUT0rAK9iUzy1L53eKGQ=="}'::jsonb
      else jsonb_build_object('keyTag', 12345, 'alg', 13, 'digestType', 2, 'digest', repeat('AB', 32)) end
    from domain where roid like '%-SEED' and substr(roid, 2, strpos(roid, '-') - 2)::int % 5 = 0`,
  )
  await sql.query(
    `insert into domain_host_attribute (domain, host_name, addresses)
    select name, host, '{}' from domain, unnest(array['ns1.example.net', 'ns2.example.net']) host
    where roid like '%-SEED' and tld = 'nl'`,
  )
  await sql.query(
    `insert into host (name, roid, superordinate, addresses, sponsor, created_by, created_at)
    select 'ns.' || name, 'H' || roid, name, ${addresses}, 'nameyard', 'nameyard', now() from domain
    where roid like '%-SEED' and tld = 'org' and substr(roid, 2, strpos(roid, '-') - 2)::int % 7 = 0`,
  )
  await sql.query(
    `insert into domain_host (domain, host)
    select name, host from domain, unnest(array['ns1.example.net', 'ns2.example.net']) host
    where roid like '%-SEED' and tld = 'org'
    union all select superordinate, name from host where roid like 'HD%-SEED'`,
  )
  await sql.query('reset search_path')
  return names
}

/**
 * The differences between the rows of the platform and the records of the sandbox registry, of seeded names. Each part is
 * compared in the tables themselves, without code of the adoption.
 */
export async function portfolioDifferences(sql: Client): Promise<readonly object[]> {
  const { rows } = await sql.query(
    `with there as (
      select d.name, d.roid, d.created_at, d.expires_at, 'clientTransferProhibited' = any(d.statuses) as is_locked,
        array(select host from sandbox_registry.domain_host h where h.domain = d.name
          union select host_name from sandbox_registry.domain_host_attribute h where h.domain = d.name order by 1) as hosts,
        coalesce((select jsonb_agg(record order by record) from sandbox_registry.domain_sec_dns s where s.domain = d.name), '[]') as security,
        c.email, c.voice, c.postal_info -> 0 ->> 'name' as holder, c.postal_info -> 0 ->> 'org' as company,
        exists (select from sandbox_registry.domain_host h where h.domain = d.name and h.host = 'ns.' || d.name) as has_glue
      from sandbox_registry.domain d join sandbox_registry.contact c on c.id = d.registrant where d.roid like '%-SEED'),
    here as (
      select d.name, d.roid, d.created_at, d.registry_expires_at as expires_at, d.is_locked, d.phase, d.autorenew,
        d.expires_at as paid_until,
        array(select n ->> 'name' from jsonb_array_elements(d.name_servers) n order by 1) as hosts,
        coalesce((select jsonb_agg(k order by k) from jsonb_array_elements(d.zone_keys) k), '[]') as security,
        c.email, c.phone_country_code || '.' || c.phone_subscriber_number as voice, c.first_name || ' ' || c.last_name as holder,
        c.company_name as company, d.owner_handle = d.admin_handle as is_one_person,
        exists (select from jsonb_array_elements(d.name_servers) n
          where n ->> 'ip' = '192.0.2.1' and n ->> 'ip6' = '2001:db8::1') as has_glue
      from domains.domain d join customers.customer c on c.handle = d.owner_handle where d.deleted_at is null)
    select t.name as "there", h.* from there t left join here h on h.name = t.name
    where h.name is null or h.autorenew <> 'off' or h.phase <> 'active' or not h.is_one_person or h.paid_until <> t.expires_at
      or (h.roid, h.created_at, h.expires_at, h.is_locked, h.hosts, h.security, h.email, h.voice, h.holder, h.company, h.has_glue)
        is distinct from
        (t.roid, t.created_at, t.expires_at, t.is_locked, t.hosts, t.security, t.email, t.voice, t.holder, t.company, t.has_glue)`,
  )
  return rows as object[]
}
