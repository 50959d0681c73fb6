import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import type { Tx } from '@nameyard/persistence/database'
import { lockAssistant, lockKey, type Asker } from './approval.store'

/** Returns who calls. Refuses a login, which approves its calls itself. */
export function askerOf({ actor }: Call): Asker {
  const { keyId = null, assistantId = null } = actor!
  if (keyId === null && assistantId === null) fail('authentication_failed')
  return { keyId, assistantId }
}

/** Locks the key or the access, so that the approvals that it waits for are counted one request after the other. */
export async function lockAsker(tx: Tx, { keyId, assistantId }: Asker): Promise<void> {
  if (keyId !== null) await tx.query(lockKey, { keyId })
  else if (assistantId !== null) await tx.query(lockAssistant, { assistantId })
}
