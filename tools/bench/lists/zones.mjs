/** The list of zones. */
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

export const name = 'zones'
export const service = 'dns'
export const sizeOf = (rows) => Math.ceil(rows / 10)
export const plain = {
  page: 'select * from zone where reseller_id = $1 and deleted_at is null order by id limit 100',
  count: 'select count(*) from zone where reseller_id = $1 and deleted_at is null',
}

/** No page is late: each order has its own index. */
export const isLate = () => false

/** 5 % of the zones are secondary (`slave`); the order of changes differs from that of creation. */
const insert = `
insert into zone (reseller_id, name, type, master_address, provider, version, published_version, attempts, next_attempt_at,
  created_at, updated_at)
select $1::integer, substr(md5($1::text || '-' || n), 1, 7) || n || (array['.com', '.nl', '.co.uk'])[1 + n % 3],
  case when n % 20 = 0 then 'slave' else 'master' end, case when n % 20 = 0 then '192.0.2.1' end, 'openprovider', 1, 1, 0,
  now(), timestamptz '2024-01-01' + n * interval '1 minute',
  timestamptz '2026-06-01' + n::bigint * 7919 % 90001 * interval '1 minute'
from generate_series(1, $2::integer) n`

/** Fills an account with zones and nine others with a tenth of it. Returns its id. */
export async function fill(client, zones) {
  for (let account = 1; account <= 10; account++)
    await client.query(insert, [account, account === 1 ? zones : Math.ceil(zones / 10)])
  for (const table of ['zone', 'zone_count']) await client.query(`vacuum analyze ${table}`)
  return 1
}

const filters = [
  {},
  { type: 'master' },
  { type: 'slave' },
  { name_pattern: 'ab*' },
  { name_pattern: 'a*' },
  { name_pattern: '*.co.uk' },
  { name_pattern: '*7*' },
  { name_pattern: '*ab*' },
  { name_pattern: '*nothing*' },
  { name_pattern: 'nothing.com' },
  { name_pattern: '*7*', type: 'slave' },
]
const orders = ['creation_date', 'modification_date', 'name']
const frequent = [{ type: 'master' }, { name_pattern: '*7*' }].map((filter) => JSON.stringify(filter))

/** Every filter, order and offset that is measured. */
export function queriesOf(zones) {
  const placesOf = (filter) => {
    if (Object.keys(filter).length === 0) return [0, zones / 2, zones - 500]
    return frequent.includes(JSON.stringify(filter)) ? [0, zones / 4] : [0]
  }
  return filters.flatMap((filter) =>
    orders.flatMap((order) =>
      placesOf(filter).map((offset) => ({ ...filter, order_by: { [order]: 'desc' }, ...(offset > 0 && { offset }) })),
    ),
  )
}

/** The statements of one list, as the service prepares them. */
export function listOf(account, query) {
  const { ZoneList } = require('../../../apps/dns/dist/reading/zone-list.js')
  // These statements read no records: of the platform's own values they need the name servers only.
  const list = new ZoneList(account, { limit: 100, offset: 0, ...query }, { nsHosts: ['ns1.example', 'ns2.example'] })
  return { planning: list.planning(), counting: list.counting(), page: (rows) => list.page(rows) }
}
