import { newSecret, shownSecret, stepOf } from './one-time-code'

/** The secret and the SHA-1 codes of RFC 6238 appendix B, last six digits. */
const secret = Buffer.from('12345678901234567890')

it.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('a code at %d s is accepted in its time step (RFC 6238)', (seconds, code) => {
  const step = Math.floor(seconds / 30)
  expect(stepOf(secret, code, seconds * 1000)).toBe(step)
  expect(stepOf(secret, code, (seconds + 30) * 1000)).toBe(step)
  expect(stepOf(secret, code, (seconds - 30) * 1000)).toBe(step)
  expect(stepOf(secret, code, (seconds + 60) * 1000)).toBeUndefined()
  expect(stepOf(secret, code, (seconds - 60) * 1000)).toBeUndefined()
})

it('other codes are refused', () => {
  for (const code of ['287083', '28708', '2870820', '', 'abcdef', '２８７０８２']) {
    expect(stepOf(secret, code, 59_000)).toBeUndefined()
  }
})

it('a secret is shown in base 32 and as a URI for apps', () => {
  const { secret: text, uri } = shownSecret(secret, 'names.example', 'ada b')
  expect(text).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(uri).toMatch(/^otpauth:\/\/totp\/names\.example:ada%20b\?issuer=names\.example&secret=GEZDGNBVGY3TQOJQ/)
  expect(newSecret()).toHaveLength(20)
  expect(newSecret()).not.toEqual(newSecret())
})
