import type { ErrorName } from '@nameyard/contracts/errors'
import { backoffMs, type Reason, type Verdict } from '../../operations/model/verdict'

/** A refusal of the API: its code in the envelope, the HTTP status, the sentence, and the registry behind an order. */
export interface ApiRefusal {
  readonly code: number
  readonly status: number
  readonly desc: string
  readonly order: { readonly registry?: { readonly code?: number; readonly text?: string } }
}

/** A refused change, with a result code of RFC 5730 section 3. */
export interface Refused {
  readonly outcome: 'refused'
  readonly code: number
  readonly reason: Reason
}

const BILLING_FAILURE = 2104

/** Result codes for refusals without one of the registry, by HTTP status. */
const byStatus: Readonly<Record<number, number>> = {
  401: 2200,
  402: BILLING_FAILURE,
  403: 2201,
  404: 2303,
  409: 2302,
  429: 2502,
}

/** Refusals that mean the same here, by their code in the envelope. Of all others resellers get the sentence. */
const byCode: Readonly<Record<number, ErrorName>> = {
  311: 'domain_not_free',
  313: 'domain_free',
  318: 'authcode_invalid',
  328: 'domain_locked',
  513: 'domain_reserved',
  514: 'transfer_running',
  19307: 'renewal_ineligible',
}

/** Reads a refusal. A result code of the registry behind the order is kept. */
export function refusalOf({ code: apiCode, status, desc, order: { registry } }: ApiRefusal): Refused {
  const code = registry?.code ?? byStatus[status] ?? 2306
  const isOfAccount = status === 401 || status === 402 || status === 429
  const reason: Reason = {
    refusal: isOfAccount ? 'registry_unavailable' : (byCode[apiCode] ?? 'registry_refused'),
    ...((registry?.code !== undefined || isOfAccount) && { code }),
    text: registry?.text ?? desc,
  }
  return { outcome: 'refused', code, reason }
}

/** The verdict of a refusal: those of the whole account, and of too many requests, are no fault of the operation. */
export function verdictOf({ code, reason }: Refused, attempts: number): Verdict<never> {
  return reason.refusal === 'registry_unavailable' && [2104, 2200, 2502].includes(code)
    ? { kind: 'retry', afterMs: backoffMs(attempts - 1), reason }
    : { kind: 'refused', reason }
}

const secrets: ReadonlySet<string> = new Set(['auth_code', 'internal_auth_code', 'allocation_token'])
/** Data of a person, which nothing needs afterwards. */
const personal: ReadonlySet<string> = new Set(['name', 'address', 'phone', 'fax', 'email', 'company_name'])

/** A request or an answer, under the id of its operation, as the journal stores it. */
export function masked(content: Readonly<Record<string, unknown>>): string {
  const isPerson = Object.keys(content).some((id) => id.startsWith('customers.'))
  return JSON.stringify(content, (key, value: unknown) =>
    secrets.has(key) || (isPerson && personal.has(key)) ? '***' : value,
  )
}
