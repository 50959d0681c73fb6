import type { ErrorName } from '@nameyard/contracts/errors'
import type { Application } from '../../lifecycle/model/domain'

/** The kinds of launch phases: a sunrise needs a signed mark, claims an accepted notice of a trademark (RFC 8334). */
type Phase = 'sunrise' | 'landrush' | 'claims' | 'open' | 'custom'

/** The launch of an extension. */
export interface Launch {
  readonly status: 'ACT' | 'PRE'
  readonly launchPhases: readonly { readonly name: string; readonly phase: Phase }[]
  readonly launchPhase: string
}

/** The launch fields of an order. */
export interface LaunchOrder {
  readonly mode?: string | undefined
  readonly noticeId?: string | undefined
  readonly smd?: string | undefined
}

export interface RefusedApplication {
  readonly refused: ErrorName
  readonly mode?: string
  readonly phase?: string
  readonly problem?: string
}

/**
 * The launch phase that a name is ordered in; null where the extension is open. Orders must name a phase that is not open
 * to everyone, and may leave out one that is.
 */
export function applicationOf(order: LaunchOrder, launch: Launch): Application | null | RefusedApplication {
  const { status, launchPhases, launchPhase } = launch
  const mode = order.mode?.toLowerCase()
  const current = launchPhases.find(({ name }) => name === launchPhase)
  if (mode !== undefined) {
    if (launchPhases.length === 0) return { refused: 'preregistration_closed' }
    if (!launchPhases.some(({ name }) => name === mode)) return { refused: 'application_mode_wrong', mode }
    if (!current) return { refused: 'preregistration_closed' }
    if (current.name !== mode) return { refused: 'application_mode_closed', mode }
  }
  if (!current) return status === 'PRE' ? { refused: 'tld_not_open' } : null
  const isForAll = current.phase === 'claims' || current.phase === 'open'
  if (mode === undefined && !isForAll) return { refused: 'application_mode_missing', phase: current.name }
  if (current.phase === 'sunrise' && order.smd === undefined) {
    return { refused: 'signed_mark_missing', mode: current.name }
  }
  const smd = order.smd === undefined ? undefined : markOf(order.smd)
  if (smd === '') return { refused: 'signed_mark_invalid', problem: 'is not a signed mark in Base64' }
  return {
    mode: current.name,
    ...(order.noticeId !== undefined && { noticeId: order.noticeId }),
    ...(smd !== undefined && { smd }),
  }
}

/** The signed mark of an SMD file, without frame and whitespace (RFC 7848 section 2.4); empty when it is not Base64. */
function markOf(file: string): string {
  const [, framed] = /-----BEGIN ENCODED SMD-----([^-]*)-----END ENCODED SMD-----/.exec(file) ?? []
  const mark = (framed ?? file).replaceAll(/\s/g, '')
  return /^[A-Za-z0-9+/]+={0,2}$/.test(mark) && mark.length % 4 === 0 ? mark : ''
}
