import crypto, { scryptSync } from 'node:crypto'
import { hashPassword, hashWithoutPassword, isPassword } from './password'

/** A hash that another process stored. */
function stored(password: string): string {
  const salt = Buffer.from('a salt of others')
  return `scrypt$16384$8$1$${salt.toString('base64')}$${scryptSync(password, salt, 32).toString('base64')}`
}

it('accepts the password of a new hash and of a stored one, again and again', async () => {
  for (const hash of [await hashPassword('right one'), stored('right one')])
    for (let time = 0; time < 2; time++) {
      expect(await isPassword('right one', hash)).toBe(true)
      expect(await isPassword('wrong one', hash)).toBe(false)
    }
})

it('refuses the old password of an account, whose hash has changed', async () => {
  const [old, changed] = [await hashPassword('old password'), await hashPassword('new password')]
  expect(await isPassword('old password', old)).toBe(true)
  expect(await isPassword('old password', changed)).toBe(false)
})

it('computes scrypt once for each hash', async () => {
  const hash = stored('costly one')
  const scrypt = jest.spyOn(crypto, 'scrypt')
  try {
    for (let time = 0; time < 10; time++) expect(await isPassword('costly one', hash)).toBe(true)
    expect(scrypt).toHaveBeenCalledTimes(1)
    expect(await isPassword('another one', hash)).toBe(false)
    expect(scrypt).toHaveBeenCalledTimes(2)
  } finally {
    scrypt.mockRestore()
  }
})

it('makes hashes that no two accounts share and no password opens', async () => {
  const [one, other] = [hashWithoutPassword(), hashWithoutPassword()]
  expect(one).not.toBe(other)
  expect(await isPassword('', one)).toBe(false)
})
