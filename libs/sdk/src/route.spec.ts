import { getCustomer } from '@nameyard/contracts/customers/get-customer'
import { deleteZone } from '@nameyard/contracts/dns/delete-zone'
import { updateZone } from '@nameyard/contracts/dns/update-zone'
import { listDomains } from '@nameyard/contracts/domains/list-domains'
import { InvalidInput } from './api-error'
import { route } from './route'

test('a query is printed with dotted and repeated names', () => {
  const input = {
    order_by: { id: 'asc' },
    status_not_equal: ['DEL', 'FAI'],
    with_history: true,
    limit: 5,
    id: undefined,
  }
  expect(route(listDomains, input)).toEqual({
    target: '/v1/domains?order_by.id=asc&status_not_equal=DEL&status_not_equal=FAI&with_history=1&limit=5',
    body: undefined,
  })
})

test('path parameters go into the path and the rest into the body', () => {
  expect(route(updateZone, { name: 'example.com', records: { add: [] } })).toEqual({
    target: '/v1/dns/zones/example.com',
    body: '{"records":{"add":[]}}',
  })
})

test('a DELETE has no body', () => {
  expect(route(deleteZone, { name: 'example.com', id: 7 })).toEqual({
    target: '/v1/dns/zones/example.com?id=7',
    body: undefined,
  })
})

test('a path parameter fills exactly one segment of the path, or is rejected', () => {
  expect(route(getCustomer, { handle: 'a/b?c:d' }).target).toBe('/v1/customers/a%2Fb%3Fc%3Ad')
  expect(() => route(getCustomer, { handle: '' })).toThrow('handle is not a name')
  expect(() => route(getCustomer, { handle: '..' })).toThrow('handle is not a name')
  for (const given of [{}, { handle: undefined }, { handle: null }])
    expect(() => route(getCustomer, given)).toThrow(new InvalidInput('customers.get needs handle'))
})
