import { login } from '@nameyard/contracts/access/login'
import { createContact } from '@nameyard/contracts/contacts/create-contact'
import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import { getCustomer } from '@nameyard/contracts/customers/get-customer'
import { createDomainToken } from '@nameyard/contracts/dns/create-domain-token'
import { createDomain } from '@nameyard/contracts/domains/create-domain'
import { transferDomain } from '@nameyard/contracts/domains/transfer-domain'
import { repeatOf } from './repeat'

const [older, newer] = ['o'.repeat(32), 'n'.repeat(32)]
const rules = { secrets: [newer], windowMs: 10_000 }

describe('what a request is known by when it comes again', () => {
  it('is the key of the client for a day', () => {
    expect(repeatOf(createCustomer, 'order 1', { email: 'a@b.nl' }, rules)).toEqual({
      key: 'given:order 1',
      request: expect.stringMatching(/^[\da-f]{64}$/),
      lifeMs: 86_400_000,
    })
  })

  it('is the order itself for the window where the client gave no key', () => {
    const first = repeatOf(createDomain, undefined, { period: 1 }, rules)
    expect(first).toMatchObject({ key: `equal:${first!.request}`, lifeMs: 10_000, isOrder: true })
    expect(repeatOf(createDomain, undefined, { period: 1 }, rules)).toEqual(first)
    expect(repeatOf(createDomain, undefined, { period: 2 }, rules)!.key).not.toBe(first!.key)
  })

  it('is nothing for changes without a key, for reads, for logins and for answers that are secret', () => {
    expect(repeatOf(createCustomer, undefined, {}, rules)).toBeUndefined()
    expect(repeatOf(getCustomer, 'key', {}, rules)).toBeUndefined()
    expect(repeatOf(login, 'key', {}, rules)).toBeUndefined()
    expect(repeatOf(createDomainToken, 'key', {}, rules)).toBeUndefined()
  })

  it.each([
    ['a password', createContact, (secret: string) => ({ username: 'anna', password: secret })],
    ['an authcode', transferDomain, (secret: string) => ({ auth_code: secret })],
    ['an allocation token', createDomain, (secret: string) => ({ additional_data: { allocation_token: secret } })],
  ])('differs with %s', (_, operation, input) => {
    const known = (secret: string) => repeatOf(operation, 'key', input(secret), rules)!
    expect(known('one')).toEqual(known('one'))
    expect(known('one').request).not.toBe(known('two').request)
  })

  it('lets nobody without the secret of the gateways guess at what was sent', () => {
    const known = (secret: string) =>
      repeatOf(createContact, 'key', { password: 'one' }, { ...rules, secrets: [secret] })!
    expect(known(older).request).not.toBe(known(newer).request)
  })

  it('names the fingerprints under older secrets, by which it may be remembered', () => {
    const before = repeatOf(createDomain, undefined, { period: 1 }, { ...rules, secrets: [older] })!
    const after = repeatOf(createDomain, undefined, { period: 1 }, { ...rules, secrets: [newer, older] })!
    expect(after.former).toEqual([{ key: before.key, request: before.request }])
    expect(after.key).not.toBe(before.key)
  })

  it.each(['', 'x'.repeat(256)])('refuses a key of no use', (key) => {
    expect(() => repeatOf(createCustomer, key, {}, rules)).toThrow('Idempotency-Key')
  })
})
