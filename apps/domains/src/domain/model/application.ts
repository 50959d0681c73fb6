import type { ErrorName } from '@nameyard/contracts/errors'
import type { Application } from './domain'

/** What a launch phase asks of an order: a mark in a sunrise, an accepted notice where there is a trademark (RFC 8334). */
type Phase = 'sunrise' | 'landrush' | 'claims' | 'open' | 'custom'

/** How an extension is launched. */
export interface Launch {
  readonly status: 'ACT' | 'PRE'
  readonly launchPhases: readonly { readonly name: string; readonly phase: Phase }[]
  readonly launchPhase: string
}

/** What an order says of a launch. */
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
 * The launch phase that a name is ordered in; null where the extension is open. Who orders in a phase that is not for
 * everybody says so; one in which everybody may order needs not be named.
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

/** The mark out of its file, whose lines around it and blanks within say nothing (RFC 7848 section 2.4); empty when it is none. */
function markOf(file: string): string {
  const [, framed] = /-----BEGIN ENCODED SMD-----([^-]*)-----END ENCODED SMD-----/.exec(file) ?? []
  const mark = (framed ?? file).replaceAll(/\s/g, '')
  return /^[A-Za-z0-9+/]+={0,2}$/.test(mark) && mark.length % 4 === 0 ? mark : ''
}
