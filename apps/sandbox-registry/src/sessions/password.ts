import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** Work factors of scrypt (RFC 7914), Node's defaults. The hash stores them, so they can be raised later. */
const factors = { N: 16384, r: 8, p: 1 }
const KEY_OCTETS = 32

/** The verified passwords that are remembered; the oldest is forgotten first. */
const MOST_REMEMBERED = 1000

/** By hash, the digest of the password that matches it. */
const remembered = new Map<string, Buffer>()
/** Key of the digests: they are of no use outside this process. */
const digestKey = randomBytes(32)

/** Returns a salted scrypt hash with its parameters. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = written(salt, await derive(password, salt, factors, KEY_OCTETS))
  remember(hash, password)
  return hash
}

/** Returns the hash of an account that nobody can log in to: its key is random and belongs to no known password. */
export function hashWithoutPassword(): string {
  return written(randomBytes(16), randomBytes(KEY_OCTETS))
}

/**
 * Returns whether a password matches a hash. scrypt runs once for each hash in the life of the process: a registrar logs
 * in for every session with the same password.
 */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const known = remembered.get(hash)
  if (known && timingSafeEqual(known, digestOf(password))) return true
  const [, N, r, p, salt = '', key = ''] = hash.split('$')
  const expected = Buffer.from(key, 'base64')
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  const derived = await derive(password, Buffer.from(salt, 'base64'), cost, expected.length)
  const isRight = timingSafeEqual(derived, expected)
  if (isRight) remember(hash, password)
  return isRight
}

const written = (salt: Buffer, key: Buffer) =>
  ['scrypt', factors.N, factors.r, factors.p, salt.toString('base64'), key.toString('base64')].join('$')

const digestOf = (password: string) => createHmac('sha256', digestKey).update(password).digest()

function remember(hash: string, password: string): void {
  remembered.set(hash, digestOf(password))
  for (const oldest of remembered.keys()) {
    if (remembered.size <= MOST_REMEMBERED) break
    remembered.delete(oldest)
  }
}

function derive(password: string, salt: Buffer, cost: typeof factors, octets: number): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(password, salt, octets, cost, (error, key) => (error ? reject(error) : resolve(key))),
  )
}
