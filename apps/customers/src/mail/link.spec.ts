import { readLink, signLink } from './link'

const [old, current, other] = ['o'.repeat(32), 'c'.repeat(32), 'x'.repeat(32)]
const now = new Date('2027-01-01T00:00:00Z')
const link = { id: 1001, nonce: Buffer.alloc(16, 7), expiresAt: new Date('2027-01-16T00:00:00Z') }

describe('a signed link', () => {
  it('is signed with the newest secret and works with all secrets', () => {
    const token = signLink([old], 'email-verification', link)
    expect(readLink([current, old], 'email-verification', token, now)).toEqual(link)
    expect(readLink([current], 'email-verification', token, now)).toBeUndefined()
    const next = signLink([current, old], 'email-verification', link)
    expect(readLink([current], 'email-verification', next, now)).toEqual(link)
    expect(readLink([old, other], 'email-verification', next, now)).toBeUndefined()
  })

  it('stops working when it expires', () =>
    expect(
      readLink([current], 'email-verification', signLink([current], 'email-verification', link), link.expiresAt),
    ).toBeUndefined())

  it('does not work for another purpose', () =>
    expect(
      readLink([current], 'transfer-authorization', signLink([current], 'email-verification', link), now),
    ).toBeUndefined())
})
