/** Accounts with many domains, created in SQL: a few names, phases, groups and handles are frequent, most are rare. */

const columns = [
  'reseller_id, name, label, extension, phase, type, period_years, autorenew, owner_handle, admin_handle, tech_handle',
  'billing_handle, reseller_handle, ns_group, name_servers, auth_code, is_locked, comments, ordered_at, activated_at',
  'registry_expires_at, expires_at, renews_at, changed_at, deleted_at, removal_reason, version',
].join(', ')

/** Extensions by frequency; the first is by far the most frequent. */
const extensions =
  'com nl de net org eu be fr co.uk info biz io dev app me at ch es it pl se dk no fi cz ro hu pt gr lu'

/** Failed and lapsed orders are everywhere in the list, pending ones only among the newest. */
const insert = `
insert into domain (${columns})
select $1::integer, label || '.' || extension, label, extension, phase, type, 1, 'default',
  'OW' || 100000 + n % 200000 || '-NL', case when n % 10 < 7 then 'AD100000-NL' else 'AD' || 100001 + n % 900 || '-NL' end,
  'TE100000-NL', 'BI100000-NL', '',
  case when n % 10 < 6 then 'dns-openprovider' when n % 10 < 8 then '' else 'Group-' || n % 490 || '-' || $1::integer end,
  '[{"name": "ns1.example.net"}, {"name": "ns2.example.net"}]', 'Bench-Code-1', true, comments, ordered_at,
  case when phase like 'create%' or phase in ('failed', 'waiting.party') then null else ordered_at + interval '1 minute' end,
  expires_at, expires_at, expires_at, ordered_at,
  case when is_deleted then expires_at end, case when is_deleted then (array['deleted', 'expired'])[1 + n % 2] end, 1
from (
  select n,
    translate(substr(md5(n || 'x'), 1, 7), '0123456789', 'aeiourstln') || case when n % 3 = 0 then '-' else '' end
      || translate(substr(md5((n % 40000)::text), 1, 5), '0123456789', 'aeiourstln') || to_hex(n) || 'y' || $1::integer as label,
    ($3::text[])[1 + floor(power((n % 1000 * 919 % 1000) / 1000.0, 3) * 30)::integer] as extension,
    n > $2 as is_deleted,
    case
      when n > $2 then 'purged'
      when n > $2 * 0.999 then (array['create.queued', 'create.pending', 'transfer.pending'])[1 + n % 3]
      when n % 1000 < 15 then 'quarantine.soft'
      when n % 1000 < 20 then 'redemption'
      when n % 1000 < 22 then 'pendingDelete'
      when n % 1000 < 40 then 'failed'
      when n % 1000 < 43 then 'waiting.party'
      when n % 1000 < 45 then 'active.changing'
      when n % 1000 < 46 then 'active.pendingTransfer'
      when n % 1000 < 47 then 'transfer.scheduled'
      else 'active' end as phase,
    case when n % 8 = 0 then 'TRANSFER' else 'NEW' end as type,
    case when n % 10 < 3 then 'Imported from list ' || n % 300 || ' for project ' || n % 5000 when n = 77777 then repeat('long ', 600)
      else '' end as comments,
    timestamptz '2015-01-01' + n * interval '6 minutes' as ordered_at,
    timestamptz '2027-01-01' + (n::bigint * 7919 % 365) * interval '1 day' as expires_at
  from generate_series(1, $2::integer + $2::integer / 20) n) made`

/** Fills one account with `domains` domains, 5 % of them purged, and nine others with a hundredth. Returns the id of the first. */
export async function fillDomains(client, domains) {
  // Creating an index after the table is filled is many times faster.
  const { rows: indexes } = await client.query(
    `select indexname, indexdef from pg_indexes where tablename = 'domain' and schemaname = current_schema()
       and indexname not in ('domain_pkey')`,
  )
  for (const { indexname } of indexes) await client.query(`drop index ${indexname}`)
  for (let account = 1; account <= 10; account++) {
    await client.query(insert, [account, account === 1 ? domains : Math.ceil(domains / 100), extensions.split(' ')])
  }
  await client.query(`set maintenance_work_mem = '512MB'`)
  for (const { indexdef } of indexes) await client.query(indexdef)
  for (const table of ['domain', 'domain_count', 'domain_count_change']) await client.query(`vacuum analyze ${table}`)
  return 1
}
