import { randomUUID } from 'node:crypto'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Warning } from '@nameyard/contracts/envelope'
import { APPROVAL, INTENT } from '@nameyard/contracts/tool'
import { ApiError, InvalidInput, NoAnswer, type RefusedOrder } from '@nameyard/sdk/api-error'
import type { Client } from '@nameyard/sdk/client'
import { adviceOn } from './advice'
import { masked } from './mask'
import type { Outcome } from './metrics'
import type { Offered } from './offer'
import type { Profile } from './profiles'

/** The result of a tool, and how the metrics count it. */
export interface Ran {
  readonly result: CallToolResult
  readonly outcome: Outcome
}

/** Runs the operation of a tool. Refusals are results that the assistant can read; other errors are faults of this server. */
export async function run(
  client: Client,
  { operation, tool }: Offered,
  { [INTENT]: intent, [APPROVAL]: approval, ...input }: Readonly<Record<string, unknown>>,
  profile: Profile,
  signal: AbortSignal,
): Promise<Ran> {
  const isRead = operation.effect === 'read'
  if (intent !== undefined && !isKey(intent))
    return failure(`${INTENT} must be a text of 1 to 255 printable ASCII characters.`, 'refused')
  if (approval !== undefined && !Number.isSafeInteger(approval))
    return failure(`${APPROVAL} must be the number of an approval.`, 'refused')
  const forPeople = operation.fieldsForPeople?.find((field) => field in input)
  if (forPeople !== undefined) return failure(`${forPeople} is set by people only, without an assistant.`, 'refused')
  // An approved call without a known answer can be made again with the same approval.
  const key = intent ?? (approval === undefined ? randomUUID() : `approval ${String(approval)}`)
  try {
    const { data, warnings } = await client.call(operation, input as never, {
      signal,
      ...(!isRead && { idempotencyKey: key }),
      ...(approval !== undefined && { headers: { [APPROVAL]: String(approval) } }),
    })
    const notice = profile.isMasked ? masked(operation, data) : undefined
    const content = [
      text(JSON.stringify(data)),
      ...(notice === undefined ? [] : [text(notice)]),
      ...warnings.map((warning) => text(`Warning: ${sentence(warning)}`)),
    ]
    return { result: { content, structuredContent: isObject(data) ? data : { items: data } }, outcome: 'ok' }
  } catch (error) {
    if (error instanceof ApiError) return failure(reason(error), error.status < 500 ? 'refused' : 'error')
    // The client names the operation; the assistant knows the tool.
    if (error instanceof InvalidInput) return failure(error.message.replace(operation.id, tool.name), 'refused')
    if (error instanceof NoAnswer) return failure(`${error.message}\n${isRead ? 'Try again.' : unknown(key)}`, 'error')
    throw error
  }
}

/** Whether a value can be sent in the header Idempotency-Key. */
function isKey(value: unknown): value is string {
  return typeof value === 'string' && /^[ -~]{1,255}$/.test(value)
}

function reason(error: ApiError): string {
  // Leave out faults that the sentence already contains.
  const faults = error.faults
    .map(({ path, problem }) => `${path}: ${problem}`)
    .filter((each) => !error.desc.includes(each))
  const again = error.retryAfter === undefined ? [] : [`Try again in ${error.retryAfter} seconds.`]
  return [sentence(error), ...faults, ...kept(error.order), ...again, ...adviceOn(error)].join('\n')
}

/** Where to find a refused order, to repeat it. */
function kept({ domainId, operationId, registry }: RefusedOrder): string[] {
  const answered = registry?.code === undefined ? '' : ` The registry answered ${registry.code}.`
  if (domainId === undefined) return []
  const operation = operationId === undefined ? '' : `, operation ${operationId}`
  return [`The refused order is kept as domain id ${domainId}${operation}.${answered}`]
}

function unknown(key: string): string {
  return `It is not known whether the change was made. Call again with the same arguments and ${INTENT} "${key}": it is never made twice.`
}

function sentence({ desc, code }: Pick<Warning, 'desc' | 'code'>): string {
  return `${desc} (code ${code})`
}

function isObject(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
}

export function failure(message: string, outcome: Outcome): Ran {
  return { result: { isError: true, content: [text(message)] }, outcome }
}

export function text(value: string) {
  return { type: 'text' as const, text: value }
}
