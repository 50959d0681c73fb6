import { STATUS_CODES } from 'node:http'
import type { ErrorEnvelope } from '@nameyard/contracts/envelope'
import { describe, describeWhole, errors, type OrderDetails, type Refusal } from '@nameyard/contracts/errors'

/** Clients cut the body of a failure at this length. */
const FAILURE_LENGTH = 120

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Media type of server-sent events (HTML Living Standard, section 9.2). */
export const EVENT_STREAM = 'text/event-stream'

/** Media type of RFC 9457, for clients that request it. */
export const PROBLEM_JSON = 'application/problem+json'

/** The envelope of a success. Data and warnings are JSON texts already and are not parsed. */
export const successBody = (data: string, warnings: string): string =>
  `{"code":0,"data":${data},"desc":"","maintenance":false,"warnings":${warnings}}`

/** A failure in at most 120 characters: names are shortened with `…` until the body fits, then the reason. */
export function failureBody({ refusal, details }: Refusal): string {
  const { code } = errors[refusal]
  const print = (desc: string) => JSON.stringify({ desc, code, data: '' } satisfies ErrorEnvelope)
  return print(describe(refusal, details, (desc) => print(desc).length <= FAILURE_LENGTH))
}

/**
 * The same failure as a problem document (RFC 9457): the full sentence, the refused order with the answer of its registry,
 * and one entry for each fault of the input.
 */
export function problemBody({ refusal, details, faults }: Refusal, correlationId: string): string {
  const { code, http } = errors[refusal]
  const { domainId, operationId, registryCode, registryText } = details as OrderDetails
  const { approval } = details
  const desc = describeWhole(refusal, details)
  const isAnswered = registryCode !== undefined || registryText !== undefined
  const detail = [
    desc,
    ...(registryCode !== undefined
      ? [`The registry answered ${registryCode}: ${registryText ?? 'nothing more'}.`]
      : []),
    ...(operationId !== undefined ? [`Operation ${operationId} of domain ${domainId}.`] : []),
  ]
  return JSON.stringify({
    type: 'about:blank',
    title: STATUS_CODES[http],
    status: http,
    detail: detail.join(' '),
    instance: `urn:uuid:${correlationId}`,
    code,
    data: '',
    desc,
    ...(domainId !== undefined && { domain_id: domainId }),
    ...(operationId !== undefined && { operation_id: operationId }),
    ...(approval !== undefined && { approval_id: approval }),
    ...(isAnswered && { registry: { code: registryCode, text: registryText } }),
    errors: faults.map(({ path, problem, refusal: own = refusal }) => ({
      field: path,
      code: errors[own].code,
      data: '',
      desc: problem,
    })),
  })
}

/** Seconds to wait before the next attempt; `undefined` if another attempt would not help. */
export function retryAfter(refusal: Refusal): number | undefined {
  const { http } = errors[refusal.refusal]
  if (http !== 429 && http !== 503) return undefined
  const { retryAfter: seconds } = refusal.details
  return typeof seconds === 'number' ? seconds : http === 429 ? 60 : 2
}
