import type { ClientBase, Pool } from 'pg'
import type { LaunchPhase } from '../commands/domain/tld-rules.store'

/** The claim key of each label that a clearinghouse knows. */
export async function findClaimKeys(db: ClientBase, labels: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ label: string; claimKey: string }>(
    'select label, claim_key as "claimKey" from sandbox_registry.trademark where label = any($1)',
    [labels],
  )
  return new Map(rows.map(({ label, claimKey }) => [label, claimKey]))
}

/** False when the TLD is not served. */
export async function changeLaunchPhase(db: Pool, tld: string, phase: LaunchPhase): Promise<boolean> {
  const { rowCount } = await db.query('update sandbox_registry.tld set launch_phase = $2 where name = $1', [tld, phase])
  return rowCount === 1
}
