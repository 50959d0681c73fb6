import { KeyCipher } from './key-cipher'

const keys = new KeyCipher('KEY_SECRET', 'test key')
const [older, newer] = ['o'.repeat(32), 'n'.repeat(32)]
const [publicKey, privateKey] = [Buffer.from('public'), Buffer.from('private')]

it('encrypts with the first secret and decrypts with all of them', () => {
  const before = keys.seal([older], publicKey, privateKey)
  expect(keys.open([newer, older], publicKey, before)).toEqual(privateKey)
  const after = keys.seal([newer, older], publicKey, privateKey)
  expect(keys.open([newer], publicKey, after)).toEqual(privateKey)
  expect(after.sealed.includes(privateKey)).toBe(false)
})

it('names a missing secret by its id, which does not reveal it', () => {
  const sealed = keys.seal([older], publicKey, privateKey)
  expect(() => keys.open([newer], publicKey, sealed)).toThrow(sealed.secretId)
  expect(sealed.secretId).not.toContain(older.slice(0, 4))
})

it('does not decrypt a changed text or the private key of another public key', () => {
  const { sealed, secretId } = keys.seal([older], publicKey, privateKey)
  const changed = Buffer.from(sealed)
  changed[changed.length - 1]! ^= 1
  expect(() => keys.open([older], publicKey, { sealed: changed, secretId })).toThrow()
  expect(() => keys.open([older], Buffer.from('other'), { sealed, secretId })).toThrow()
})

it('does not decrypt a key of another kind', () => {
  const sealed = new KeyCipher('KEY_SECRET', 'other key').seal([older], publicKey, privateKey)
  expect(() => keys.open([older], publicKey, sealed)).toThrow('KEY_SECRET')
})

it('gives equal texts for equal inputs where values are compared, and other texts for any other input', () => {
  const sealed = (secret: string, name: string, value: string) =>
    keys.sealEqually([secret], Buffer.from(name), Buffer.from(value)).sealed.toString('hex')
  expect(sealed(older, 'a', 'bc')).toBe(sealed(older, 'a', 'bc'))
  expect(new Set([sealed(older, 'a', 'bc'), sealed(older, 'ab', 'c'), sealed(newer, 'a', 'bc')]).size).toBe(3)
  expect(keys.open([older], publicKey, keys.sealEqually([older], publicKey, privateKey))).toEqual(privateKey)
})
