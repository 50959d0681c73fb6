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

describe('the key that recognizes a repeated request', () => {
  it('is the Idempotency-Key of the client, valid for one day', () => {
    expect(repeatOf(createCustomer, 'order 1', { email: 'a@b.nl' }, rules)).toEqual({
      key: 'given:order 1',
      request: expect.stringMatching(/^[\da-f]{64}$/),
      seal: expect.stringMatching(/^[\w-]{43}$/),
      lifeMs: 86_400_000,
    })
  })

  it('is a hash of the order, valid for the window, if the client sent no key', () => {
    const first = repeatOf(createDomain, undefined, { period: 1 }, rules)
    expect(first).toMatchObject({ key: `equal:${first!.request}`, lifeMs: 10_000, isOrder: true })
    expect(repeatOf(createDomain, undefined, { period: 1 }, rules)).toEqual(first)
    expect(repeatOf(createDomain, undefined, { period: 2 }, rules)!.key).not.toBe(first!.key)
  })

  it('is another one for an API key that is limited to some objects, so that it gets no answer of other credentials', () => {
    for (const header of [undefined, 'order 1']) {
      const [all, limited] = [undefined, 7].map((limitedKey) =>
        repeatOf(createDomain, header, { period: 1 }, { ...rules, limitedKey }),
      )
      expect(limited!.key).not.toBe(all!.key)
      expect(limited!.request).not.toBe(all!.request)
    }
  })

  it('is absent for changes without a key, reads, logins and operations that return secrets', () => {
    expect(repeatOf(createCustomer, undefined, {}, rules)).toBeUndefined()
    expect(repeatOf(getCustomer, 'key', {}, rules)).toBeUndefined()
    expect(repeatOf(login, 'key', {}, rules)).toBeUndefined()
    expect(repeatOf(createDomainToken, 'key', {}, rules)).toBeUndefined()
  })

  it.each([
    ['a password', createContact, (secret: string) => ({ username: 'anna', password: secret })],
    ['an authcode', transferDomain, (secret: string) => ({ auth_code: secret })],
    ['an allocation token', createDomain, (secret: string) => ({ additional_data: { allocation_token: secret } })],
  ])('has another fingerprint for another value of %s', (_, operation, input) => {
    const known = (secret: string) => repeatOf(operation, 'key', input(secret), rules)!
    expect(known('one')).toEqual(known('one'))
    expect(known('one').request).not.toBe(known('two').request)
  })

  it('has a fingerprint that depends on the secret of the gateways, so that inputs cannot be guessed', () => {
    const known = (secret: string) =>
      repeatOf(createContact, 'key', { password: 'one' }, { ...rules, secrets: [secret] })!
    expect(known(older).request).not.toBe(known(newer).request)
  })

  it('comes with a key for the stored answer, which differs for every request and is not the fingerprint', () => {
    const seal = (period: number, key?: string) => repeatOf(createDomain, key, { period }, rules)!
    expect(new Set([seal(1).seal, seal(2).seal, seal(1, 'a').seal, seal(1, 'b').seal]).size).toBe(4)
    expect(Buffer.from(seal(1).seal, 'base64url').toString('hex')).not.toBe(seal(1).request)
  })

  it('comes with the keys under older secrets, so that stored requests are still recognized', () => {
    const before = repeatOf(createDomain, undefined, { period: 1 }, { ...rules, secrets: [older] })!
    const after = repeatOf(createDomain, undefined, { period: 1 }, { ...rules, secrets: [newer, older] })!
    expect(after.former).toEqual([{ key: before.key, request: before.request, seal: before.seal }])
    expect(after.key).not.toBe(before.key)
  })

  it.each(['', 'x'.repeat(256)])('is refused if the client sends an empty or too long one', (key) => {
    expect(() => repeatOf(createCustomer, key, {}, rules)).toThrow('Idempotency-Key')
  })
})
