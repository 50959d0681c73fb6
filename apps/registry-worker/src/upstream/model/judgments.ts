import { isOurs, type Seen } from '../../dialects/model/seen'
import { outOfReach, unseen, type Judgment, type Sent } from '../../operations/model/judgment'
import { judgeLostRenew, type LostRenew } from '../../operations/model/lost-renew'
import { viewOf } from '../../operations/model/view'

/** How often the upstream registrar is asked about an outcome that a person must decide. */
const LOOK_AGAIN_MS = 3_600_000

/**
 * The outcome of a request cannot be read: sending it again might buy twice, and giving it up might lose what was bought. It
 * waits for a person, and ends by itself when the outcome becomes readable.
 */
export function unreadable(text: string, { absences }: Pick<Sent, 'absences'>): Judgment {
  const reason = { refusal: 'registry_unavailable', text: `${text}: a person must decide` } as const
  return { kind: 'unknown', afterMs: LOOK_AGAIN_MS, absences, reason }
}

/** Judges a renewal by the expiry date. A date that is neither the old nor the ordered one says nothing about ours. */
export function judgeRenewal(seen: Seen, lost: LostRenew): Judgment {
  const judged = judgeLostRenew(seen, lost)
  if (judged.kind !== 'refused' || !isOurs(seen, lost.clientId)) return judged
  return unreadable(`whether the renewal was carried out upstream cannot be read: ${judged.reason.text}`, lost)
}

/** Judges a restore by the state of the domain: it succeeded when the domain is no longer deleted (RFC 3915). */
export function judgeRestore(seen: Seen, sent: Sent): Judgment {
  const view = viewOf(seen, sent.clientId)
  if (!isOurs(seen, sent.clientId)) return outOfReach(view)
  return seen.statuses.includes('pendingDelete') ? unseen(sent, view) : { kind: 'done', data: view }
}
