import type { ErrorName } from '@nameyard/contracts/errors'
import type { ResultCode } from '@nameyard/epp/result-code'

/** Why an operation ended, or why it waits. */
export interface Reason {
  readonly refusal: ErrorName
  /** The result code of the registry (RFC 5730 section 3), if there is one. */
  readonly code?: number
  /** The text of the registry: its reasons, then its message. */
  readonly text: string
  /** The refused contact or host, when it is not the domain itself. */
  readonly subject?: string
}

/**
 * The result of an execution:
 * done; pending at the registry, checked again after the pause at the latest; refused by the registry; failed because of
 * an error of ours; to be retried later; or with an unknown outcome, so that the registry must be asked. `absences`
 * counts its answers in a row that the object does not exist.
 */
export type Verdict<Data> =
  | { readonly kind: 'done'; readonly data: Data }
  | { readonly kind: 'pending'; readonly afterMs: number; readonly data: Data | undefined }
  | { readonly kind: 'refused'; readonly reason: Reason; readonly data?: Data }
  | { readonly kind: 'failed'; readonly reason: Reason; readonly data?: Data }
  | { readonly kind: 'retry'; readonly afterMs: number; readonly reason: Reason }
  | { readonly kind: 'unknown'; readonly afterMs: number; readonly absences: number; readonly reason: Reason }

type Refusing = 'refused' | 'failed' | 'retry'

/** The verdict of each class of refusals, for commands whose object state is known. */
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

/** Codes for an invalid command or a wrong profile: not the caller's fault, and the same command is never sent again. */
const ours: ReadonlySet<ResultCode> = new Set([2000, 2001, 2003, 2005, 2100, 2101, 2102, 2103, 2307])

/** Whether the registry will answer the same command with this code each time. */
export function isPermanent(code: ResultCode): boolean {
  return ours.has(code)
}

/**
 * How often a command may be answered with a code before the operation fails. The first 2002 means that the registry ended
 * our login, which a new session solves; the second is an error of ours.
 */
const mostAnswers: Partial<Record<ResultCode, number>> = { 2002: 2, 2400: 5 }

/** The tries of an operation. */
export interface Tries {
  /** How often the same command was answered with the same code, this time included. */
  readonly answeredSo: number
  /** Executions of the operation, this one included. */
  readonly attempts: number
}

/**
 * Returns the verdict of a refusal. The codes refer to the domain; a refusal of another `subject` is a general one.
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

/** Pause before the next try: one second, doubling up to half an hour, with jitter so that retries do not coincide. */
export function backoffMs(failures: number, spread: number = Math.random()): number {
  const full = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 20))
  return Math.round(full * (0.5 + spread / 2))
}
