import { readLink, signLink } from './link'

const [old, current, other] = ['o'.repeat(32), 'c'.repeat(32), 'x'.repeat(32)]
const now = new Date('2027-01-01T00:00:00Z')
const link = { verificationId: 1001, nonce: Buffer.alloc(16, 7), expiresAt: new Date('2027-01-16T00:00:00Z') }

describe('secrets of links', () => {
  it('are one behind the other: the newest signs, and links of all of them work', () => {
    const token = signLink([old], link)
    expect(readLink([current, old], token, now)).toEqual(link)
    expect(readLink([current], token, now)).toBeUndefined()
    const next = signLink([current, old], link)
    expect(readLink([current], next, now)).toEqual(link)
    expect(readLink([old, other], next, now)).toBeUndefined()
  })

  it('open nothing when the time of the link is over', () =>
    expect(readLink([current], signLink([current], link), link.expiresAt)).toBeUndefined())
})
