import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** Work factors of scrypt (RFC 7914), Node's defaults. The hash stores them, so they can be raised later. */
const factors = { N: 16384, r: 8, p: 1 }
const KEY_OCTETS = 32

/** Returns a salted scrypt hash with its parameters. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, factors, KEY_OCTETS)
  return ['scrypt', factors.N, factors.r, factors.p, salt.toString('base64'), key.toString('base64')].join('$')
}

export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = hash.split('$')
  const expected = Buffer.from(key, 'base64')
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  const derived = await derive(password, Buffer.from(salt, 'base64'), cost, expected.length)
  return timingSafeEqual(derived, expected)
}

function derive(password: string, salt: Buffer, cost: typeof factors, octets: number): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(password, salt, octets, cost, (error, key) => (error ? reject(error) : resolve(key))),
  )
}
