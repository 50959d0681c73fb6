import { isOurs, type Seen } from '../../dialects/model/seen'
import { unseen, type Judgment, type Sent } from './judgment'
import { viewOf } from './view'

/**
 * Judges a delete by the state of the domain: it succeeded when the domain does not exist, or is pendingDelete (RFC 3915).
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
