import type { ErrorName } from '@nameyard/contracts/errors'
import type { ResultCode } from '@nameyard/epp/result-code'

/** Why an operation ended, or why it waits. */
export interface Reason {
  readonly refusal: ErrorName
  /** Result code of RFC 5730 section 3, when the registry gave one. */
  readonly code?: number
  /** What the registry said: its message, then what it added. */
  readonly text: string
  /** What was refused, where it is a contact or host of the domain and not the domain itself. */
  readonly subject?: string
}

/**
 * What an answer, or its absence, means for the operation:
 * done; pending at the registry, which is asked again after the pause at the latest; refused by it for good; failed for a reason of ours; to be sent again later;
 * of unknown outcome, so that the registry must be asked what is true; `absences` counts its answers in a row that the
 * object does not exist.
 */
export type Verdict<Data> =
  | { readonly kind: 'done'; readonly data: Data }
  | { readonly kind: 'pending'; readonly afterMs: number; readonly data: Data | undefined }
  | { readonly kind: 'refused'; readonly reason: Reason; readonly data?: Data }
  | { readonly kind: 'failed'; readonly reason: Reason; readonly data?: Data }
  | { readonly kind: 'retry'; readonly afterMs: number; readonly reason: Reason }
  | { readonly kind: 'unknown'; readonly afterMs: number; readonly absences: number; readonly reason: Reason }

type Refusing = 'refused' | 'failed' | 'retry'

/** What each refusing class of result code leads to, for commands whose object state was not in doubt. */
const byCode: Partial<Record<ResultCode, readonly [Refusing, ErrorName]>> = {
  2002: ['retry', 'registry_unavailable'],
  2104: ['retry', 'registry_unavailable'],
  2105: ['refused', 'renewal_ineligible'],
  2200: ['retry', 'registry_unavailable'],
  2202: ['refused', 'authcode_invalid'],
  2300: ['refused', 'transfer_running'],
  2301: ['refused', 'transfer_not_pending'],
  2302: ['refused', 'domain_not_free'],
  2303: ['refused', 'domain_not_found'],
  2304: ['refused', 'domain_status_prohibits'],
  2400: ['retry', 'registry_unavailable'],
  2500: ['retry', 'registry_unavailable'],
  2501: ['retry', 'registry_unavailable'],
  2502: ['retry', 'registry_unavailable'],
}

/** Codes that say our bytes or our profile are wrong: the same bytes are never sent again, and it is not the caller's fault. */
const ours: ReadonlySet<ResultCode> = new Set([2000, 2001, 2003, 2005, 2100, 2101, 2102, 2103, 2307])

/** Whether the registry will answer the same bytes so each time. */
export function isPermanent(code: ResultCode): boolean {
  return ours.has(code)
}

/**
 * Times a command may be answered so; then a person must look. 2002 is once "not logged in" on a session that the
 * registry forgot, which a new session mends; twice it is our mistake.
 */
const mostAnswers: Partial<Record<ResultCode, number>> = { 2002: 2, 2400: 5 }

/** What an operation has behind it. */
export interface Tries {
  /** Times the same command was answered with the same code, this time included. */
  readonly answeredSo: number
  /** Executions of the operation, this one included. */
  readonly attempts: number
}

/**
 * What a refusing answer means. The codes speak of the domain: what is said about a `subject` beside it has no closer name
 * than that the registry refused it.
 */
export function verdictOfRefusal(
  code: ResultCode,
  text: string,
  { answeredSo, attempts }: Tries,
  subject?: string,
): Verdict<never> {
  const [kind, named]: readonly [Refusing, ErrorName] =
    byCode[code] ?? (ours.has(code) ? ['failed', 'internal_error'] : ['refused', 'registry_refused'])
  const refusal = kind === 'refused' && subject !== undefined ? 'registry_refused' : named
  const reason = { refusal, code, text, ...(subject !== undefined && { subject }) }
  if (kind !== 'retry') return { kind, reason }
  if (answeredSo >= (mostAnswers[code] ?? Infinity)) return { kind: 'failed', reason }
  return { kind, reason, afterMs: backoffMs(attempts - 1) }
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30 * 60_000

/** Pause before the next try: one second, doubling to half an hour, spread so that many do not come back together. */
export function backoffMs(failures: number, spread: number = Math.random()): number {
  const full = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 20))
  return Math.round(full * (0.5 + spread / 2))
}
