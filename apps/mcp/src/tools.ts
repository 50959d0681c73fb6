import { randomUUID } from 'node:crypto'
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type CallToolResult,
} from '@modelcontextprotocol/sdk/types.js'
import type { Warning } from '@nameyard/contracts/envelope'
import { routes, type RoutedOperation } from '@nameyard/contracts/operations'
import { INTENT, toolOf } from '@nameyard/contracts/tool'
import { ApiError, InvalidInput, NoAnswer, type RefusedOrder } from '@nameyard/sdk/api-error'
import { offeredIn, type Client, type Description } from '@nameyard/sdk/client'
import { adviceOn } from './advice'

const known = routes
  .filter((operation) => !operation.anonymous)
  .map((operation) => ({ operation, tool: toolOf(operation) }))

/** The tools of the operations that a service describes; login is none. */
export function toolsOf(description: Description) {
  const offered = offeredIn(description)
  return known.filter(({ operation }) => offered.has(operation.id))
}

/** Offers the operations of the service as tools, with its own schemas. A call is a call of the client and no more. */
export function serveTools(server: Server, client: Client, description: Description): void {
  const offered = toolsOf(description)
  const byName = new Map(offered.map(({ operation, tool }) => [tool.name, operation]))

  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: offered.map(({ tool }) => tool) }))

  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) => {
    const operation = byName.get(params.name)
    if (!operation) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name}.`)
    return run(client, operation, params.arguments ?? {}, signal)
  })
}

/** Refusals are results that the assistant can read and act on; anything else is a fault of this server. */
async function run(
  client: Client,
  operation: RoutedOperation,
  { [INTENT]: given, ...input }: Record<string, unknown>,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const isRead = operation.effect === 'read'
  const key = typeof given === 'string' ? given : randomUUID()
  try {
    const { data, warnings } = await client.call(operation, input as never, {
      signal,
      ...(!isRead && { idempotencyKey: key }),
    })
    return {
      content: [text(JSON.stringify(data)), ...warnings.map((warning) => text(`Warning: ${sentence(warning)}`))],
      structuredContent: isObject(data) ? data : { items: data },
    }
  } catch (error) {
    if (error instanceof ApiError) return failure(reason(error))
    // The client knows the operation, whoever asks knows the tool.
    if (error instanceof InvalidInput) return failure(error.message.replace(operation.id, toolOf(operation).name))
    if (error instanceof NoAnswer) return failure(`${error.message}\n${isRead ? 'Ask again.' : unknown(key)}`)
    throw error
  }
}

function reason(error: ApiError): string {
  // A sentence that says the fault already says it once.
  const faults = error.faults
    .map(({ path, problem }) => `${path}: ${problem}`)
    .filter((each) => !error.desc.includes(each))
  const again = error.retryAfter === undefined ? [] : [`Ask again in ${error.retryAfter} seconds.`]
  return [sentence(error), ...faults, ...kept(error.order), ...again, ...adviceOn(error)].join('\n')
}

/** Where a refused order is found, so that it can be ordered again. */
function kept({ domainId, operationId, registry }: RefusedOrder): string[] {
  const answered = registry?.code === undefined ? '' : ` The registry answered ${registry.code}.`
  if (domainId === undefined) return []
  const operation = operationId === undefined ? '' : `, operation ${operationId}`
  return [`The refused order is kept as domain id ${domainId}${operation}.${answered}`]
}

function unknown(key: string): string {
  return `Whether it was done is not known. Call again with the same arguments and ${INTENT} "${key}": that never does it twice.`
}

function sentence({ desc, code }: Pick<Warning, 'desc' | 'code'>): string {
  return `${desc} (code ${code})`
}

function isObject(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
}

function failure(message: string): CallToolResult {
  return { isError: true, content: [text(message)] }
}

function text(value: string) {
  return { type: 'text' as const, text: value }
}
