import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { ApiError } from '@nameyard/sdk/api-error'
import { createClient } from '@nameyard/sdk/client'
import { assistantServer } from './assistant-server'
import { Authorization, type ReadRights } from './authorization'
import { loadConfig, type Service } from './config'
import { listen } from './http'
import { openHealth, ToolMetrics } from './metrics'
import { offerOf } from './offer'
import { profileNames, profileOf, type ProfileName } from './profiles'

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
  const offerIn = (profile: ProfileName | undefined) => offers.get(profile)!
  const authorization = config.oauth && new Authorization(config.oauth, rightsAt(config.service))
  const { url, close } = await listen(
    config.listener,
    (token, profile) => assistantServer(createClient({ ...config.service, token }), offerIn(profile), metrics),
    authorization && { authorization, offerOf: offerIn },
  )
  const health = config.health && (await openHealth(config.health, metrics))
  process.stderr.write(`assistants are served at ${url}\n`)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void Promise.all([close(), health?.close()]))
}

/** Asks the API which rights a credential has. */
function rightsAt(service: Service): ReadRights {
  return async (token) => {
    try {
      return (await createClient({ ...service, token }).access.readToken()).scope
    } catch (error) {
      // A person may have lost the API (403), or the token has ended (401).
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return undefined
      throw error
    }
  }
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
