import { randomUUID } from 'node:crypto'
import { ProtocolError, ProtocolErrorCode, type CallToolResult, type Server } from '@modelcontextprotocol/server'
import type { Warning } from '@nameyard/contracts/envelope'
import type { RoutedOperation } from '@nameyard/contracts/operations'
import { INTENT, toolOf, toolOperations } from '@nameyard/contracts/tool'
import { ApiError, InvalidInput, NoAnswer, type RefusedOrder } from '@nameyard/sdk/api-error'
import { offeredIn, type Client, type Description } from '@nameyard/sdk/client'
import { adviceOn } from './advice'
import type { Outcome, ToolMetrics } from './metrics'

const known = toolOperations.map((operation) => ({ operation, tool: toolOf(operation) }))

/** The tools of the operations that a service describes. */
export function toolsOf(description: Description) {
  const offered = offeredIn(description)
  return known.filter(({ operation }) => offered.has(operation.id))
}

/** Offers the operations of the service as tools with their schemas. Each tool call is one call of the client. */
export function serveTools(server: Server, client: Client, description: Description, metrics: ToolMetrics): void {
  const offered = toolsOf(description)
  const byName = new Map(offered.map(({ operation, tool }) => [tool.name, operation]))

  server.setRequestHandler('tools/list', () => ({ tools: offered.map(({ tool }) => tool) }))

  server.setRequestHandler('tools/call', async ({ params }, { mcpReq: { signal } }) => {
    const operation = byName.get(params.name)
    if (!operation) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`)
    const end = metrics.start(params.name)
    let outcome: Outcome = 'error'
    try {
      const ran = await run(client, operation, params.arguments ?? {}, signal)
      outcome = ran.outcome
      return ran.result
    } finally {
      end(outcome)
    }
  })
}

/** Refusals are results that the assistant can read; other errors are faults of this server. */
async function run(
  client: Client,
  operation: RoutedOperation,
  { [INTENT]: given, ...input }: Record<string, unknown>,
  signal: AbortSignal,
): Promise<{ readonly result: CallToolResult; readonly outcome: Outcome }> {
  const isRead = operation.effect === 'read'
  const key = typeof given === 'string' ? given : randomUUID()
  try {
    const { data, warnings } = await client.call(operation, input as never, {
      signal,
      ...(!isRead && { idempotencyKey: key }),
    })
    const content = [text(JSON.stringify(data)), ...warnings.map((warning) => text(`Warning: ${sentence(warning)}`))]
    return { result: { content, structuredContent: isObject(data) ? data : { items: data } }, outcome: 'ok' }
  } catch (error) {
    if (error instanceof ApiError) return failure(reason(error), error.status < 500 ? 'refused' : 'error')
    // The client names the operation; the assistant knows the tool.
    if (error instanceof InvalidInput)
      return failure(error.message.replace(operation.id, toolOf(operation).name), 'refused')
    if (error instanceof NoAnswer) return failure(`${error.message}\n${isRead ? 'Try again.' : unknown(key)}`, 'error')
    throw error
  }
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

function failure(message: string, outcome: Outcome) {
  return { result: { isError: true, content: [text(message)] }, outcome }
}

function text(value: string) {
  return { type: 'text' as const, text: value }
}
