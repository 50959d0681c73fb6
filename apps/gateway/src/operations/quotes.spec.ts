import { createDomain } from '@nameyard/contracts/domains/create-domain'
import { transferDomain } from '@nameyard/contracts/domains/transfer-domain'
import { updateDomain } from '@nameyard/contracts/domains/update-domain'
import { routes } from '@nameyard/contracts/operations'
import { withoutSecrets } from './approvals'
import { quoted } from './quotes'

/** Orders whose price is known only when they are placed, with the reason. */
const unquoted: Readonly<Record<string, string>> = {
  'dmarc-orders.create': 'no operation reads the price of e-mail DMARC',
  'dmarc-orders.retry': 'no operation reads the price of e-mail DMARC',
  'domains.restart-last-operation': 'the price depends on the order that is repeated',
  'ssl-orders.renew': 'the price depends on the order that is renewed',
}

test('an approval names the price of every order, or there is a reason why not', () => {
  const purchases = routes.filter(({ effect }) => effect === 'purchase').map(({ id }) => id)
  expect([...quoted, ...Object.keys(unquoted)].toSorted()).toEqual(purchases.toSorted())
})

test.each([
  ['an auth code of a transfer', transferDomain, { auth_code: 'k7!' }, { auth_code: '[secret]' }],
  ['an auth code of an update', updateDomain, { id: 7, auth_code: 'k7!' }, { id: 7, auth_code: '[secret]' }],
  [
    'a marked secret',
    createDomain,
    { period: 1, additional_data: { auth_code: 'k7!', vat: 'x' } },
    { period: 1, additional_data: { auth_code: '[secret]', vat: 'x' } },
  ],
  [
    'a token of an allocation',
    createDomain,
    { additional_data: { allocation_token: 'k7!' } },
    { additional_data: { allocation_token: '[secret]' } },
  ],
])('people do not see %s', (_, operation, given, shown) => {
  expect(withoutSecrets(operation, given)).toEqual(shown)
})
