import { readLink, signLink } from './link'

const [old, current, other] = ['o'.repeat(32), 'c'.repeat(32), 'x'.repeat(32)]
const now = new Date('2027-01-01T00:00:00Z')
const link = { id: 1001, nonce: Buffer.alloc(16, 7), expiresAt: new Date('2027-01-16T00:00:00Z') }

describe('secrets of links', () => {
  it('are one behind the other: the newest signs, and links of all of them work', () => {
    const token = signLink([old], 'email-verification', link)
    expect(readLink([current, old], 'email-verification', token, now)).toEqual(link)
    expect(readLink([current], 'email-verification', token, now)).toBeUndefined()
    const next = signLink([current, old], 'email-verification', link)
    expect(readLink([current], 'email-verification', next, now)).toEqual(link)
    expect(readLink([old, other], 'email-verification', next, now)).toBeUndefined()
  })

  it('open nothing when the time of the link is over', () =>
    expect(
      readLink([current], 'email-verification', signLink([current], 'email-verification', link), link.expiresAt),
    ).toBeUndefined())

  it('open nothing that they were not made for', () =>
    expect(
      readLink([current], 'transfer-authorization', signLink([current], 'email-verification', link), now),
    ).toBeUndefined())
})
