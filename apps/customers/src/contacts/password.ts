import argon2 from 'argon2'

/** Second choice of the OWASP password storage cheat sheet: 19 MiB, two passes, one lane. */
const cost = { type: argon2.argon2id, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const

/** Returns the hash of a password: argon2id in PHC string form. */
export function hashPassword(password: string): Promise<string> {
  return argon2.hash(password, cost)
}

let decoy: Promise<string> | undefined

/** Returns whether a password matches a hash. Without a hash it does the same work and returns false. */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  if (hash !== undefined) return argon2.verify(hash, password)
  decoy ??= hashPassword('hash for unknown users')
  await argon2.verify(await decoy, password)
  return false
}
