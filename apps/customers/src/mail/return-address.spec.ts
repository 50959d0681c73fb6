import { readReturnAddress, returnAddressOf } from './return-address'

const [old, current] = ['o'.repeat(32), 'c'.repeat(32)]
const now = new Date('2027-01-01T12:00:00Z')

describe('a return address', () => {
  it('names its mail, also when a server has changed the case', () => {
    const address = returnAddressOf([current], '41', now)
    expect(address).toMatch(/^bounce\+41-\d+\.[a-z2-7]{26}$/)
    expect(readReturnAddress([current], address, now)).toMatchObject({ id: '41' })
    expect(readReturnAddress([current], address.toUpperCase(), now)).toMatchObject({ id: '41' })
  })

  it('fits into a local part (RFC 5321 section 4.5.3.1.1)', () =>
    expect(returnAddressOf([current], '9'.repeat(18), now).length).toBeLessThanOrEqual(64))

  it('works with former secrets, and not without the secret that signed it', () => {
    const address = returnAddressOf([old], '41', now)
    expect(readReturnAddress([current, old], address, now)).toMatchObject({ id: '41' })
    expect(readReturnAddress([current], address, now)).toBeUndefined()
  })

  it('stops working after 30 days', () => {
    const address = returnAddressOf([current], '41', now)
    expect(readReturnAddress([current], address, new Date('2027-01-30T23:59:59Z'))).toBeDefined()
    expect(readReturnAddress([current], address, new Date('2027-01-31T00:00:00Z'))).toBeUndefined()
  })

  it('cannot be made for another mail, day or hash', () => {
    const address = returnAddressOf([current], '41', now)
    const [, day, hash] = /-(\d+)\.(.+)$/.exec(address)!
    const forged = [
      `bounce+42-${day}.${hash}`,
      `bounce+41-${Number(day) + 1}.${hash}`,
      `bounce+041-${day}.${hash}`,
      `bounce+41-0${day}.${hash}`,
      `bounce+41-${day}.${'a'.repeat(26)}`,
      `bounce+41-${day}.${hash!.slice(1)}`,
      `bounce+41-${day}.${hash}a`,
      `bounce+41.${hash}`,
      `x${address}`,
      '',
    ]
    for (const each of forged) expect([each, readReturnAddress([current], each, now)]).toEqual([each, undefined])
  })
})
