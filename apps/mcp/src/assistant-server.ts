import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Server } from '@modelcontextprotocol/server'
import type { Client, Description } from '@nameyard/sdk/client'
import { serveJourneys } from './journeys'
import type { ToolMetrics } from './metrics'
import { serveReference } from './reference'
import { serveTools } from './tools'

const { version } = JSON.parse(readFileSync(join(__dirname, '../package.json'), 'utf8')) as { version: string }

const instructions = `Nameyard registers and manages domain names, DNS, certificates and e-mail DMARC for the account of a reseller.
Operations at a registry take time: an order returns ACT when it is completed and REQ while it is pending. Check it
again with domains_get, or see in domains_list_operations what it waits for. Amounts are in the currency of the account.
Ask the user before anything that costs money or cannot be undone; the description of each tool says so. A name is
given in two parts, "example" and "com", unless a field asks for the whole name. Lists return one page and the total.`

/** An MCP server for one account. The assistant can do what the account can do over HTTPS. */
export function assistantServer(client: Client, description: Description, metrics: ToolMetrics): Server {
  const server = new Server(
    { name: 'nameyard', title: 'Nameyard', version },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions },
  )
  serveTools(server, client, description, metrics)
  serveReference(server, description)
  serveJourneys(server)
  return server
}
