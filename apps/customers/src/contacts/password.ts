import { hash as hashOf, verify } from '@node-rs/argon2'

/** Second choice of the OWASP password storage cheat sheet: 19 MiB, two passes, one lane. The package uses argon2id. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const

/** Returns the hash of a password: argon2id in PHC string form. */
export function hashPassword(password: string): Promise<string> {
  return hashOf(password, cost)
}

let decoy: Promise<string> | undefined

/** Returns whether a password matches a hash. Without a hash it does the same work and returns false. */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  if (hash !== undefined) return verify(hash, password)
  decoy ??= hashPassword('hash for unknown users')
  await verify(await decoy, password)
  return false
}
