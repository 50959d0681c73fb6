import { unseen, type Judgment, type Sent } from './judgment'
import { isOurs, type Seen } from './seen'
import { viewOf } from './view'

/**
 * Judges a delete by what is left of the domain: nothing, or a domain that waits for its deletion and may still be
 * restored (RFC 3915). Both are the end of the delete.
 */
export function judgeLostDelete(seen: Seen, sent: Sent): Judgment {
  const view = viewOf(seen, sent.clientId)
  if (seen === 'missing') return { kind: 'done', data: view }
  if (!isOurs(seen, sent.clientId)) {
    const reason = { refusal: 'registry_refused', code: 2201, text: 'another registrar sponsors the domain' } as const
    return { kind: 'refused', reason, data: view }
  }
  return seen.statuses.includes('pendingDelete') ? { kind: 'done', data: view } : unseen(sent, view)
}
