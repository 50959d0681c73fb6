import { createHash } from 'node:crypto'
import { checksum, createNewKey } from './new-key'

it('a key has the prefix, 30 random characters and their checksum, so that secret scanners recognize it', () => {
  const { key, hash, hint } = createNewKey()
  const [, random, sum] = /^ny_live_([\dA-Za-z]{30})([\dA-Za-z]{6})$/.exec(key)!
  expect(sum).toBe(checksum(random!))
  expect(hash).toEqual(createHash('sha256').update(key).digest())
  expect(key.endsWith(hint)).toBe(true)
  expect(createNewKey().key).not.toBe(key)
})

it('the checksum is the CRC-32 in base 62, filled with zeros', () => {
  // The check value of CRC-32 is cbf43926.
  expect(checksum('123456789')).toBe('3jZRME')
  expect(checksum('')).toBe('000000')
})
