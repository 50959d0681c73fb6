import { ProtocolError, ProtocolErrorCode, type CallToolResult, type Server } from '@modelcontextprotocol/server'
import type { Client } from '@nameyard/sdk/client'
import { failure, run, text, type Ran } from './call'
import { describe, InvalidArguments, noTool, search } from './find'
import { CALL, DESCRIBE, SEARCH } from './finders'
import type { ToolMetrics } from './metrics'
import type { Offer, Offered } from './offer'

type Arguments = Readonly<Record<string, unknown>>

/**
 * Offers the operations of the service as tools. A profile lists some of them, and all that it allows can be called by
 * name or with `operations_call`. Each call is one call of the client.
 */
export function serveTools(server: Server, client: Client, offer: Offer, metrics: ToolMetrics): void {
  server.setRequestHandler('tools/list', ({ params }) => {
    const index = Number(params?.cursor ?? 0)
    const page = offer.pages[index]
    if (!page) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor is not of this list.')
    return { tools: [...page], ...(index + 1 < offer.pages.length && { nextCursor: String(index + 1) }) }
  })

  server.setRequestHandler('tools/call', ({ params: { name, arguments: given = {} } }, { mcpReq: { signal } }) => {
    if (name === SEARCH) return measured(SEARCH, () => found(() => search(offer, given)))
    if (name === DESCRIBE) return measured(DESCRIBE, () => found(() => describe(offer, given)))
    const target = name === CALL ? targetOf(given) : { name, given }
    if ('refusal' in target) return measured(CALL, () => failure(target.refusal, 'refused'))
    const offered = toolOf(target.name)
    return measured(target.name, () => run(client, offered, target.given, offer.profile, signal))
  })

  function toolOf(name: string): Offered {
    const offered = offer.byName.get(name)
    if (!offered) throw new ProtocolError(ProtocolErrorCode.InvalidParams, noTool(name))
    return offered
  }

  async function measured(name: string, carryOut: () => Ran | Promise<Ran>): Promise<CallToolResult> {
    const end = metrics.start(name)
    let outcome: Ran['outcome'] = 'error'
    try {
      const ran = await carryOut()
      outcome = ran.outcome
      return ran.result
    } finally {
      end(outcome)
    }
  }
}

/** The tool and the arguments of a call with `operations_call`. */
function targetOf({
  name,
  arguments: given = {},
}: Arguments): { name: string; given: Arguments } | { refusal: string } {
  if (typeof name !== 'string') return { refusal: 'name must be the name of a tool.' }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { refusal: 'arguments must be an object with the arguments of the tool.' }
  return { name, given: given as Arguments }
}

function found(find: () => Record<string, unknown>): Ran {
  try {
    const data = find()
    return { result: { content: [text(JSON.stringify(data))], structuredContent: data }, outcome: 'ok' }
  } catch (error) {
    if (error instanceof InvalidArguments) return failure(error.message, 'refused')
    throw error
  }
}
