import { STATUS_CODES } from 'node:http'
import { errors, type Refusal } from '@nameyard/contracts/errors'
import type { ErrorEnvelope } from '@nameyard/contracts/envelope'
import type { Remaining } from '../access/allowances'

/** Clients cut the body of a failure there. */
const FAILURE_LENGTH = 120

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Media type of RFC 9457, offered to whoever asks for it. */
export const PROBLEM_JSON = 'application/problem+json'

/** A success around the texts of its data and its warnings, which are JSON already and are not read again. */
export function successBody(data: string, warnings: string): string {
  return `{"code":0,"data":${data},"desc":"","maintenance":false,"warnings":${warnings}}`
}

/** A failure in at most 120 characters; the sentence is shortened with `…` until it fits. */
export function failureBody(refusal: Refusal): string {
  const { code } = errors[refusal.refusal]
  const print = (desc: string) => JSON.stringify({ desc, code, data: '' } satisfies ErrorEnvelope)
  let body = print(refusal.message)
  // By code points, so that no character is cut in half; escapes make the printed length uneven.
  const letters = [...refusal.message]
  while (body.length > FAILURE_LENGTH) {
    letters.length -= Math.min(letters.length, Math.max(1, Math.ceil((body.length - FAILURE_LENGTH) / 6)))
    body = print(`${letters.join('').trimEnd()}…`)
  }
  return body
}

/** The same failure as a problem document (RFC 9457): nothing shortened, one entry for each fault of the input. */
export function problemBody(refusal: Refusal, correlationId: string): string {
  const { code, http } = errors[refusal.refusal]
  return JSON.stringify({
    type: 'about:blank',
    title: STATUS_CODES[http],
    status: http,
    detail: refusal.message,
    instance: `urn:uuid:${correlationId}`,
    code,
    data: '',
    desc: refusal.message,
    errors: refusal.faults.map(({ path, problem }) => ({ field: path, code, data: '', desc: problem })),
  })
}

/** Seconds after which a refused client may ask again; `undefined` where asking again would not help. */
export function retryAfter(refusal: Refusal): number | undefined {
  const { http } = errors[refusal.refusal]
  if (http !== 429 && http !== 503) return undefined
  const { retryAfter: seconds } = refusal.details
  return typeof seconds === 'number' ? seconds : http === 429 ? 60 : 2
}

/**
 * What is left to an account, in the words of draft-ietf-httpapi-ratelimit-headers: a quota of one burst, which is
 * whole again after the window when nobody asks.
 */
export function rateLimitHeaders({ remaining, burst, fullAfter, perSecond }: Remaining): Record<string, string> {
  return {
    'ratelimit-policy': `"account";q=${burst};w=${Math.ceil(burst / perSecond)}`,
    ratelimit: `"account";r=${remaining};t=${fullAfter}`,
  }
}
