import { KeyCipher } from './key-cipher'

const keys = new KeyCipher('KEY_SECRET', 'test key')
const [older, newer] = ['o'.repeat(32), 'n'.repeat(32)]
const [publicKey, privateKey] = [Buffer.from('public'), Buffer.from('private')]

it('opens what any of its secrets sealed, and seals with the first', () => {
  const before = keys.seal([older], publicKey, privateKey)
  expect(keys.open([newer, older], publicKey, before)).toEqual(privateKey)
  const after = keys.seal([newer, older], publicKey, privateKey)
  expect(keys.open([newer], publicKey, after)).toEqual(privateKey)
  expect(after.sealed.includes(privateKey)).toBe(false)
})

it('names the secret that it lacks, without telling it', () => {
  const sealed = keys.seal([older], publicKey, privateKey)
  expect(() => keys.open([newer], publicKey, sealed)).toThrow(sealed.secretId)
  expect(sealed.secretId).not.toContain(older.slice(0, 4))
})

it('opens nothing that was changed, or that belongs to another key', () => {
  const { sealed, secretId } = keys.seal([older], publicKey, privateKey)
  const changed = Buffer.from(sealed)
  changed[changed.length - 1]! ^= 1
  expect(() => keys.open([older], publicKey, { sealed: changed, secretId })).toThrow()
  expect(() => keys.open([older], Buffer.from('other'), { sealed, secretId })).toThrow()
})

it('opens nothing that was sealed for another kind of keys', () => {
  const sealed = new KeyCipher('KEY_SECRET', 'other key').seal([older], publicKey, privateKey)
  expect(() => keys.open([older], publicKey, sealed)).toThrow('KEY_SECRET')
})
