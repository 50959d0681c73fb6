/** The list of domains. */
import { createRequire } from 'node:module'
import { fillDomains } from './domains-data.mjs'

const require = createRequire(import.meta.url)

export const name = 'domains'
export const service = 'domains'
export const sizeOf = (rows) => rows
export const fill = fillDomains
export const plain = {
  page: 'select * from domain where reseller_id = $1 and deleted_at is null order by id limit 100',
  count: 'select count(*) from domain where reseller_id = $1 and deleted_at is null',
}

/** Pages at the end are read backwards, so only those in the middle are late. */
export const isLate = ({ offset = 0 }, domains) => offset > 0 && offset < endOf(domains)

const endOf = (domains) => domains - 500

const filters = [
  {},
  { status: 'ACT' },
  { status: 'REQ' },
  { status: 'DEL' },
  { status: 'FAI' },
  { status_not_equal: ['ACT'] },
  { status_not_equal: ['DEL', 'FAI'] },
  { queue_status: 'new' },
  { queue_status: 'trade' },
  { queue_status: 'transfer' },
  { queue_status: 'transferOut' },
  { queue_status: 'renew' },
  { extension: 'com' },
  { extension: 'lu' },
  { extension: 'museum' },
  { full_name: 'nothing.com' },
  { domain_names: ['nothing.com', 'nothing.nl'] },
  { domain_name_pattern: 'nothing' },
  { domain_name_pattern: 'a*' },
  { domain_name_pattern: 'ab*' },
  { domain_name_pattern: 'abel*' },
  { domain_name_pattern: '*e*' },
  { domain_name_pattern: '*rst*' },
  { domain_name_pattern: '*y1' },
  { domain_name_pattern: '*q*z*' },
  { ns_group_pattern: 'dns-openprovider' },
  { ns_group_pattern: 'dns*' },
  { ns_group_pattern: '*' },
  { ns_group_pattern: '*o*' },
  { ns_group_pattern: 'group-*' },
  { ns_group_pattern: 'GROUP-48-1' },
  { ns_group_pattern: 'group-1*' },
  { contact_handle: 'TE100000-NL' },
  { contact_handle: 'AD100000-NL' },
  { contact_handle: 'AD100007-NL' },
  { contact_handle: 'OW100007-NL' },
  { comment_pattern: 'imported*' },
  { comment_pattern: '*list 78 *' },
  { comment_pattern: '*project 4999' },
  { comment_pattern: '*long long*' },
  { comment_pattern: '*o*' },
  { renewal_date: '2027-03-01' },
  { is_deleted: true },
  { is_deleted: true, removal_reason: 'expired' },
  { removal_reason: 'owner' },
]
const orders = [
  'id',
  'domain_name',
  'domain_extension',
  'order_date',
  'active_date',
  'expiration_date',
  'renewal_date',
  'status',
  'transfer_date',
]
const both = { domain_extension: 'asc', domain_name: 'asc' }

/** Every filter, order and offset that is measured. */
export function queriesOf(domains) {
  const [end, middle] = [endOf(domains), domains / 2]
  return [
    ...filters,
    ...orders.flatMap((order) => [
      { order_by: { [order]: 'asc' } },
      { order_by: { [order]: 'desc' } },
      { order_by: { [order]: 'asc' }, offset: end },
      { order_by: { [order]: 'asc' }, offset: middle },
    ]),
    { order_by: both },
    { order_by: both, offset: middle },
    { order_by: { ...both, domain_name: 'desc' }, offset: middle },
    { order_by: { domain_name: 'asc', domain_extension: 'asc' } },
    { status: 'ACT', offset: middle },
    { extension: 'com', offset: Math.floor(domains / 6) },
    { ns_group_pattern: 'dns*', offset: Math.floor(domains / 4) },
    { contact_handle: 'AD100000-NL', offset: Math.floor(domains / 3) },
    { is_deleted: true, offset: Math.floor(domains / 40) },
    { status: 'ACT', order_by: { expiration_date: 'asc' } },
    { extension: 'nl', order_by: { domain_name: 'asc' } },
    { extension: 'nl', domain_name_pattern: 'ab*' },
    { status: 'ACT', domain_name_pattern: '*rst*' },
    { domain_name_pattern: 'ab*', order_by: { renewal_date: 'asc' } },
    { extension: 'com', status: 'ACT', order_by: { expiration_date: 'asc' } },
    { extension: 'com', status: 'ACT', order_by: { expiration_date: 'asc' }, offset: Math.floor(domains / 7) },
    { extension: 'com', order_by: { status: 'asc', domain_name: 'asc' } },
    { status: 'ACT', order_by: { expiration_date: 'asc' }, offset: middle },
    { status: 'ACT', order_by: { domain_name: 'asc' }, offset: middle },
    { status: 'ACT', domain_name_pattern: '*e*', order_by: { expiration_date: 'asc' } },
    { domain_name_pattern: '*e*', order_by: { status: 'asc' } },
    { domain_name_pattern: '*e*', order_by: { renewal_date: 'asc' }, offset: Math.floor(domains / 3) },
    { order_by: { expiration_date: 'asc', domain_name: 'asc' }, offset: middle },
    { ns_group_pattern: 'dns-openprovider', status: 'ACT', order_by: { expiration_date: 'asc' } },
    { contact_handle: 'AD100000-NL', status: 'ACT', order_by: { expiration_date: 'asc' } },
    { comment_pattern: '*o*', domain_name_pattern: '*e*' },
    { comment_pattern: 'imported*', status: 'ACT', order_by: { expiration_date: 'asc' } },
    { renewal_date: '2027-03-01', status: 'ACT', order_by: { domain_name: 'asc' } },
  ]
}

/** The statements of one list, as the service prepares them. */
export function listOf(account, query) {
  const { DomainList } = require('../../../apps/domains/dist/reading/domain-list.js')
  const list = new DomainList(account, { limit: 100, offset: 0, ...query })
  const lookup = list.lookup()
  // Domains that are named are looked up with one statement.
  if (lookup) return { page: () => lookup }
  return { planning: list.planning(), counting: list.counting(), page: (rows) => list.page(rows) }
}
