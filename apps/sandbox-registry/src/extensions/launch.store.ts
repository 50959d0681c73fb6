import type { ClientBase, Pool } from 'pg'
import { sql, statement } from '@nameyard/persistence/statement'
import { read, write } from '../database/query'
import type { LaunchPhase } from '../objects/tld-rules.store'

const FIND_CLAIM_KEYS = statement<{ readonly labels: readonly string[] }, { label: string; claimKey: string }>(
  'sandbox.find-claim-keys',
  ({ labels }) => sql`
    select label, claim_key as "claimKey" from sandbox_registry.trademark where label = any(${labels})`,
)

const CHANGE_PHASE = statement<{ tld: string; phase: LaunchPhase }>(
  'sandbox.change-launch-phase',
  ({ tld, phase }) => sql`update sandbox_registry.tld set launch_phase = ${phase} where name = ${tld}`,
)

/** Returns the claim keys of the labels that the trademark clearinghouse has. */
export async function findClaimKeys(db: ClientBase, labels: readonly string[]): Promise<Map<string, string>> {
  return new Map((await read(db, FIND_CLAIM_KEYS, { labels })).map(({ label, claimKey }) => [label, claimKey]))
}

/** Returns false when the TLD is not served. */
export async function changeLaunchPhase(db: Pool, tld: string, phase: LaunchPhase): Promise<boolean> {
  return (await write(db, CHANGE_PHASE, { tld, phase })) === 1
}
