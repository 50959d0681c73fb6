import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { createClient } from '@nameyard/sdk/client'
import { assistantServer } from './assistant-server'
import { loadConfig } from './config'
import { listen } from './http'

/** Serves assistants over standard input and output, which then carry only the protocol, or over HTTP. */
async function main() {
  const config = loadConfig(process.env)
  const description = await createClient(config.service).description()
  if (config.transport === 'stdio') {
    const client = createClient({ ...config.service, ...config.identity })
    await assistantServer(client, description).connect(new StdioServerTransport())
    return
  }
  const { url, close } = await listen(config.listener, (token) =>
    assistantServer(createClient({ ...config.service, token }), description),
  )
  process.stderr.write(`assistants are served at ${url}\n`)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void close())
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
