import { sendSecurityNotice } from '@nameyard/contracts/access/send-security-notice'
import type { Payload } from '@nameyard/contracts/event'
import { printDate } from '@nameyard/contracts/primitives/dates'
import type { Outbox } from '@nameyard/outbox/outbox'
import type { Tx } from '@nameyard/persistence/database'
import { newRecoveryCode } from '../factors/recovery-code'
import { deleteRecoveryCodes, insertRecoveryCodes } from './second-factor.store'

/** Factors that a contact can have. */
export const MOST_FACTORS = 10

/** How long an app waits for its first code. */
const ENROLMENT_MS = 3_600_000

/** Recovery codes of a contact. */
const CODES = 10

/** Apps that were started before are no longer confirmed. */
export function enrolmentsSince(now: Date): Date {
  return new Date(now.getTime() - ENROLMENT_MS)
}

/** Stores new recovery codes in place of the old ones, and returns them. */
export async function replaceRecoveryCodes(tx: Tx, contactId: number, now: Date): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newRecoveryCode)
  await tx.query(deleteRecoveryCodes, { contactId })
  await tx.query(insertRecoveryCodes, { contactId, hashes: codes.map(({ hash }) => hash), now })
  return codes.map(({ code }) => code)
}

/** Mails a contact about a change of its factors, after the commit. */
export async function notify(
  tx: Tx,
  outbox: Outbox,
  { contactId, notice, at }: { contactId: number; notice: Payload<typeof sendSecurityNotice>['notice']; at: Date },
): Promise<void> {
  await outbox.append(tx, sendSecurityNotice, { contactId, notice, at: printDate(at) })
}
