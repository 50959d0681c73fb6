import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type CallToolResult,
} from '@modelcontextprotocol/sdk/types.js'
import type { Warning } from '@nameyard/contracts/envelope'
import { routes, type RoutedOperation } from '@nameyard/contracts/operations'
import { toolOf } from '@nameyard/contracts/tool'
import { ApiError, InvalidInput, NoAnswer } from '@nameyard/sdk/api-error'
import type { Client } from '@nameyard/sdk/client'

const { version } = JSON.parse(readFileSync(join(__dirname, '../package.json'), 'utf8')) as { version: string }

/**
 * An MCP server whose tools are the operations that the service offers, with the service's own schemas. A call is a
 * call of the client and nothing else: what an assistant can do is what its account can do over HTTPS.
 */
export function toolServer(client: Client, offered: ReadonlySet<string>): Server {
  const tools = new Map(
    routes
      .filter((operation) => !operation.anonymous && offered.has(operation.id))
      .map((operation) => [toolOf(operation), operation] as const)
      .map(([tool, operation]) => [tool.name, { tool, operation }]),
  )
  const server = new Server({ name: 'nameyard', title: 'Nameyard', version }, { capabilities: { tools: {} } })

  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools.values()].map(({ tool }) => tool) }))

  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) => {
    const known = tools.get(params.name)
    if (!known) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name}.`)
    return run(client, known.operation, params.arguments ?? {}, signal)
  })

  return server
}

/** Refusals are results that the assistant can read and act on; anything else is a fault of this server. */
async function run(
  client: Client,
  operation: RoutedOperation,
  input: object,
  signal: AbortSignal,
): Promise<CallToolResult> {
  try {
    const { data, warnings } = await client.call(operation, input as never, { signal })
    const isObject = typeof data === 'object' && data !== null && !Array.isArray(data)
    return {
      content: [text(JSON.stringify(data)), ...warnings.map((warning) => text(`Warning: ${advice(warning)}`))],
      ...(isObject && { structuredContent: data as Record<string, unknown> }),
    }
  } catch (error) {
    if (error instanceof ApiError) return { isError: true, content: [text(reason(error))] }
    if (error instanceof NoAnswer || error instanceof InvalidInput)
      return { isError: true, content: [text(error.message)] }
    throw error
  }
}

function reason({ desc, code, faults, retryAfter }: ApiError): string {
  const again = retryAfter === undefined ? [] : [`Ask again in ${retryAfter} seconds.`]
  return [`${desc} (code ${code})`, ...faults.map(({ path, problem }) => `${path}: ${problem}`), ...again].join('\n')
}

function advice({ desc, code }: Warning): string {
  return `${desc} (code ${code})`
}

function text(value: string) {
  return { type: 'text' as const, text: value }
}
