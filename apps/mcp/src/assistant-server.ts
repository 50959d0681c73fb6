import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Server } from '@modelcontextprotocol/server'
import type { Client } from '@nameyard/sdk/client'
import { serveJourneys } from './journeys'
import type { ToolMetrics } from './metrics'
import type { Offer } from './offer'
import { serveReference } from './reference'
import { serveTools } from './tools'

const { version } = JSON.parse(readFileSync(join(__dirname, '../package.json'), 'utf8')) as { version: string }

const instructions = `Nameyard registers and manages domain names, DNS, certificates and e-mail DMARC for the account of a reseller.
Operations at a registry take time: an order returns ACT when it is completed and REQ while it is pending. Check it
again with domains_get, or see in domains_list_operations what it waits for. Amounts are in the currency of the account.
Ask the user before anything that costs money or cannot be undone; the description of each tool says so. A name is
given in two parts, "example" and "com", unless a field asks for the whole name. Lists return one page and the total.
The list of tools has those used most: operations_search finds the others, operations_describe explains them and their
arguments, and operations_call calls them. Keys, people, sessions and second factors have no tools: they are for people.`

const masking = `
Auth codes, private keys and links that work without a login are masked here.`

/** An MCP server for one account. The assistant can do what the account can do over HTTPS, as far as its profile allows. */
export function assistantServer(client: Client, offer: Offer, metrics: ToolMetrics): Server {
  const server = new Server(
    { name: 'nameyard', title: 'Nameyard', version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: instructions + (offer.profile.isMasked ? masking : ''),
    },
  )
  serveTools(server, client, offer, metrics)
  serveReference(server, offer)
  serveJourneys(server, offer)
  return server
}
