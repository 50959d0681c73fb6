import { amountsOf, namesOf, readHostName } from './names'
import { productOf } from './product'
import { approversOf } from './validation'

test.each([
  ['', 'is missing'],
  ['a b.example', 'a b has a character that is not allowed'],
  ['-a.example', '-a.example: a label begins or ends with a hyphen'],
  ['192.0.2.1', '192.0.2.1 is not a host name below a top-level domain'],
  ['*.com', '*.com is not a host name below a top-level domain'],
  ['*.co.uk', '*.co.uk covers names of many owners'],
])('refuses %j as a certificate name: %s', (given, problem) => expect(readHostName(given)).toEqual({ problem }))

test('reports an invalid name for the field that contains it', () => {
  const product = productOf(101)!
  const asked = { commonName: 'a.example', alternatives: ['x y'] }
  expect(namesOf(product, asked)).toMatchObject({ field: 'csr' })
  expect(namesOf(product, { ...asked, hostNames: ['x y'] })).toMatchObject({ field: 'host_names' })
  expect(namesOf(product, { ...asked, commonName: 'x' })).toMatchObject({ field: 'common_name' })
})

test('refuses more wildcards than names', () => {
  const product = productOf(101)!
  expect(amountsOf(product, ['a.example'], { wildcards: 3 })).toEqual({ domains: 3, wildcards: 3 })
  expect(amountsOf(product, ['a.example'], { wildcards: 4 })).toMatchObject({ field: 'wildcard_domain_amount' })
})

test('accepts approver mailboxes at the name and its parents up to the public suffix', () => {
  const at = (name: string) => [...new Set(approversOf(name).map((address) => address.split('@')[1]))]
  expect(at('*.a.example.co.uk')).toEqual(['a.example.co.uk', 'example.co.uk'])
  expect(at('www.example.com')).toEqual(['www.example.com', 'example.com'])
})
