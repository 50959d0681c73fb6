import argon2 from 'argon2'

/** Second choice of the OWASP password storage cheat sheet: 19 MiB, two passes, one lane. */
const cost = { type: argon2.argon2id, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const

/** What a password is kept as: argon2id in PHC string form. */
export function hashPassword(password: string): Promise<string> {
  return argon2.hash(password, cost)
}

let nobody: Promise<string> | undefined

/** Whether a password is the one behind the hash; without a hash it does the same work and says no. */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  if (hash !== undefined) return argon2.verify(hash, password)
  nobody ??= hashPassword('nobody has this password')
  await argon2.verify(await nobody, password)
  return false
}
