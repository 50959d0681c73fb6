import { login } from '@nameyard/contracts/access/login'
import { createContact } from '@nameyard/contracts/contacts/create-contact'
import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import { getCustomer } from '@nameyard/contracts/customers/get-customer'
import { createDomainToken } from '@nameyard/contracts/dns/create-domain-token'
import { createDomain } from '@nameyard/contracts/domains/create-domain'
import { repeatOf } from './repeat'

const WINDOW_MS = 10_000

describe('what a request is known by when it comes again', () => {
  it('is the key of the client for a day', () => {
    expect(repeatOf(createCustomer, 'order 1', { email: 'a@b.nl' }, WINDOW_MS)).toEqual({
      key: 'given:order 1',
      request: expect.stringMatching(/^[\da-f]{64}$/),
      lifeMs: 86_400_000,
    })
  })

  it('is the order itself for the window where the client gave no key', () => {
    const first = repeatOf(createDomain, undefined, { period: 1 }, WINDOW_MS)
    expect(first).toMatchObject({ key: `equal:${first!.request}`, lifeMs: WINDOW_MS })
    expect(repeatOf(createDomain, undefined, { period: 1 }, WINDOW_MS)).toEqual(first)
    expect(repeatOf(createDomain, undefined, { period: 2 }, WINDOW_MS)!.key).not.toBe(first!.key)
  })

  it('is nothing for changes without a key, for reads, for logins and for answers that are secret', () => {
    expect(repeatOf(createCustomer, undefined, {}, WINDOW_MS)).toBeUndefined()
    expect(repeatOf(getCustomer, 'key', {}, WINDOW_MS)).toBeUndefined()
    expect(repeatOf(login, 'key', {}, WINDOW_MS)).toBeUndefined()
    expect(repeatOf(createDomainToken, 'key', {}, WINDOW_MS)).toBeUndefined()
  })

  it('lets nobody guess at a password', () => {
    const known = (password: string) => repeatOf(createContact, 'key', { username: 'anna', password }, WINDOW_MS)
    expect(known('one')).toEqual(known('two'))
  })

  it.each(['', 'x'.repeat(256)])('refuses a key of no use', (key) => {
    expect(() => repeatOf(createCustomer, key, {}, WINDOW_MS)).toThrow('Idempotency-Key')
  })
})
