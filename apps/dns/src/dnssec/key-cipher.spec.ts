import { open, seal } from './key-cipher'

const [older, newer] = ['o'.repeat(32), 'n'.repeat(32)]
const [publicKey, privateKey] = [Buffer.from('public'), Buffer.from('private')]

it('opens what any of its secrets sealed, and seals with the first', () => {
  const before = seal([older], publicKey, privateKey)
  expect(open([newer, older], publicKey, before)).toEqual(privateKey)
  const after = seal([newer, older], publicKey, privateKey)
  expect(open([newer], publicKey, after)).toEqual(privateKey)
  expect(after.sealed.includes(privateKey)).toBe(false)
})

it('names the secret that it lacks, without telling it', () => {
  const sealed = seal([older], publicKey, privateKey)
  expect(() => open([newer], publicKey, sealed)).toThrow(sealed.secretId)
  expect(sealed.secretId).not.toContain(older.slice(0, 4))
})

it('opens nothing that was changed, or that belongs to another key', () => {
  const { sealed, secretId } = seal([older], publicKey, privateKey)
  const changed = Buffer.from(sealed)
  changed[changed.length - 1]! ^= 1
  expect(() => open([older], publicKey, { sealed: changed, secretId })).toThrow()
  expect(() => open([older], Buffer.from('other'), { sealed, secretId })).toThrow()
})
