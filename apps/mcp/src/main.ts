import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { createClient } from '@nameyard/sdk/client'
import { loadConfig } from './config'
import { toolServer } from './tools'

/** Serves the tools over standard input and output; standard output belongs to the protocol alone. */
async function main() {
  const client = createClient(loadConfig(process.env))
  await toolServer(client, await client.offered()).connect(new StdioServerTransport())
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
