import { isOurs, type Seen, type SeenDomain } from '../../dialects/model/seen'
import { outOfReach, unseen, type Judgment, type Sent } from './judgment'
import { viewOf } from './view'

/**
 * Judges a command of one registry by the domain: `isDone` says whether the domain is as the command makes it. Without it,
 * nothing at the registry shows the effect, and the answer decides. The command `takesOver` the domain of another registrar,
 * or `givesAway` ours.
 */
export function judgeLostVerb(
  seen: Seen,
  sent: Sent,
  {
    isDone,
    takesOver = false,
    givesAway = false,
  }: {
    readonly isDone: ((domain: SeenDomain) => boolean) | undefined
    readonly takesOver?: boolean
    readonly givesAway?: boolean
  },
): Judgment {
  const view = viewOf(seen, sent.clientId)
  const isOwn = isOurs(seen, sent.clientId)
  if (isOwn ? isDone?.(seen) : givesAway) return { kind: 'done', data: view }
  if (!isOwn && (!takesOver || seen === 'missing')) return outOfReach(view)
  const isAnswered = !isDone && !givesAway && sent.code !== null
  return isAnswered ? { kind: 'done', data: view } : unseen(sent, view)
}
