import { availableParallelism } from 'node:os'
import { hash as hashOf, verify } from '@node-rs/argon2'
import { Turns } from './turns'

/** Second choice of the OWASP password storage cheat sheet: 19 MiB, two passes, one lane. The package uses argon2id. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const

/**
 * Hashing is the only work that can keep all processors busy, on threads of its own. One processor stays free for the
 * requests of others, so that many logins at once do not delay them.
 */
const AT_ONCE = Math.max(1, availableParallelism() - 1)

/** Some seconds of work; a login that waits longer would miss its deadline. */
const MOST_WAITING = 500

const turns = new Turns(AT_ONCE, MOST_WAITING)

/** Returns the hash of a password: argon2id in PHC string form. Refuses with `service_unavailable` when too many wait. */
export function hashPassword(password: string): Promise<string> {
  return turns.take(() => hashOf(password, cost))
}

let decoy: Promise<string> | undefined

/** Returns whether a password matches a hash. Without a hash it does the same work and returns false. Refuses as above. */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  if (hash !== undefined) return turns.take(() => verify(hash, password))
  decoy ??= hashPassword('hash for unknown users')
  const compared = await decoy
  await turns.take(() => verify(compared, password))
  return false
}
