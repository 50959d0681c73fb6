/** The list of customers. */
import { createRequire } from 'node:module'
import { fillAccounts } from './customers-data.mjs'

const require = createRequire(import.meta.url)

export const name = 'customers'
export const service = 'customers'
export const sizeOf = (rows) => rows
export const fill = fillAccounts
export const plain = {
  page: 'select * from customer where reseller_id = $1 and deleted_at is null order by id limit 100',
  count: 'select count(*) from customer where reseller_id = $1 and deleted_at is null',
}

/** Pages behind the first one are found by counting. */
export const isLate = ({ offset = 0 }) => offset > 0

/** Every filter, order and offset that is measured. */
export const queriesOf = (customers) => [
  {},
  { type: 'company' },
  { type: 'individual' },
  { first_name_pattern: 'anna' },
  { first_name_pattern: 'an*' },
  { first_name_pattern: '*na*' },
  { first_name_pattern: '*-ab*' },
  { last_name_pattern: 'sa*' },
  { last_name_pattern: '*lis*' },
  { last_name_pattern: '*a*' },
  { last_name_pattern: '*zq*' },
  { company_name_pattern: 's*' },
  { company_name_pattern: '*works*' },
  { company_name_pattern: '*holding 99*' },
  { email_pattern: 'anna.*' },
  { email_pattern: '*@example.com' },
  { email_pattern: '*@host77.example' },
  { handle_pattern: 'ab*' },
  { handle_pattern: '*-nl' },
  { handle_pattern: '*55555*' },
  { comment_pattern: 'imported*' },
  { comment_pattern: '*list 78 *' },
  { comment_pattern: '*a*' },
  { pattern: 'anna' },
  { pattern: 'anna*' },
  { pattern: '*works*' },
  { pattern: '*salis*' },
  { pattern: '*e*' },
  { pattern: 'an*na' },
  { offset: customers - 100 },
  { offset: customers / 2 },
  { type: 'company', offset: Math.floor(customers * 0.3) - 100 },
  { order_by: 'last_name' },
  { order_by: 'email', order: 'desc' },
  { order_by: 'handle', order: 'desc', type: 'company' },
  { order_by: 'company_name', offset: customers - 100 },
  { order_by: 'last_name', offset: customers / 2 },
  { order_by: 'email', offset: customers / 2 },
  { order_by: 'last_name', type: 'company', offset: customers * 0.15 },
  { order_by: 'handle', type: 'individual', offset: customers * 0.35 },
  { first_name_pattern: 'an*', order_by: 'last_name' },
  { first_name_pattern: 'anna*', last_name_pattern: '*lis*' },
  { pattern: 'anna*', type: 'company' },
  { comment_pattern: '*a*', last_name_pattern: '*a*' },
  { comment_pattern: '*a*', last_name_pattern: '*lis*' },
]

/** The statements of one list, as the service prepares them. */
export function listOf(account, query) {
  const { CustomerList } = require('../../../apps/customers/dist/customers/customer-list.js')
  const list = new CustomerList(account, { limit: 100, offset: 0, with_additional_data: false, ...query })
  return {
    planning: list.planning(),
    counting: list.counts(),
    page: ([counts]) => (counts.total > list.offset ? list.page(counts) : undefined),
  }
}
