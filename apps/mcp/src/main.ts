import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createClient } from '@nameyard/sdk/client'
import { assistantServer } from './assistant-server'
import { loadConfig } from './config'
import { listen } from './http'
import { openHealth, ToolMetrics } from './metrics'
import { offerOf } from './offer'
import { profileNames, profileOf } from './profiles'

/** Serves assistants over standard input and output, which then carry only the protocol, or over HTTP. */
async function main(config: ReturnType<typeof loadConfig>) {
  const description = await createClient(config.service).description()
  const metrics = new ToolMetrics()
  if (config.transport === 'stdio') {
    const client = createClient({ ...config.service, ...config.identity })
    const offer = offerOf(description, profileOf(config.profile))
    serveStdio(() => assistantServer(client, offer, metrics), { maxSubscriptions: 0 })
    return
  }
  const offers = new Map([undefined, ...profileNames].map((name) => [name, offerOf(description, profileOf(name))]))
  const { url, close } = await listen(config.listener, (token, profile) =>
    assistantServer(createClient({ ...config.service, token }), offers.get(profile)!, metrics),
  )
  const health = config.health && (await openHealth(config.health, metrics))
  process.stderr.write(`assistants are served at ${url}\n`)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void Promise.all([close(), health?.close()]))
}

/** Says on standard error why the program ends, and sets its exit code. */
function fail(error: unknown, code: number): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = code
}

try {
  main(loadConfig(process.env)).catch((error: unknown) => fail(error, 1))
} catch (error) {
  fail(error, 78) // EX_CONFIG of sysexits.h
}
