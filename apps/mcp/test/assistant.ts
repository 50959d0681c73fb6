import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { Client as Assistant, InMemoryTransport } from '@modelcontextprotocol/client'
import { createClient } from '@nameyard/sdk/client'
import { assistantServer } from '../src/assistant-server'
import { ToolMetrics } from '../src/metrics'
import { offerOf } from '../src/offer'
import { profileOf, type ProfileName } from '../src/profiles'

type Script = (url: string, body: string) => { status?: number; body: unknown }

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Starts a service that describes the given operations, answers by a script and records the requests. */
export async function scriptedService(offered: readonly string[], script: Script = () => ({ body: {} })) {
  const asked: string[] = []
  const keys: (string | undefined)[] = []
  const tokens: (string | undefined)[] = []
  const bodies: string[] = []
  const paths = { '/': Object.fromEntries(offered.map((operationId, index) => [`m${index}`, { operationId }])) }
  const service = http.createServer(async (request, response) => {
    const { method, url = '', headers } = request
    const body = await readAll(request)
    asked.push(`${method} ${url}`)
    if (url !== '/v1/openapi.json' && url !== '/v1/auth/login') {
      keys.push(headers['idempotency-key'] as string | undefined)
      tokens.push(headers.authorization)
      bodies.push(body)
    }
    const answer =
      url === '/v1/openapi.json'
        ? { body: { paths } }
        : url === '/v1/auth/login'
          ? { body: { code: 0, data: { token: 't', reseller_id: 1 }, desc: '', maintenance: false, warnings: [] } }
          : script(url, body)
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    response.writeHead(answer.status ?? 200, { connection: 'close' }).end(text)
  })
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening))
  closing.push(() => new Promise((closed) => service.close(closed)))
  const { port } = service.address() as AddressInfo
  return { baseUrl: `http://127.0.0.1:${port}`, asked, keys, tokens, bodies }
}

/** Returns an assistant connected to the server of a service's account. */
export async function assistant(offered: readonly string[], script?: Script, profile?: ProfileName) {
  const { baseUrl, ...seen } = await scriptedService(offered, script)
  const client = createClient({ baseUrl, username: 'ada', password: 'secret' })
  const metrics = new ToolMetrics()
  const server = assistantServer(client, offerOf(await client.description(), profileOf(profile)), metrics)
  const [one, other] = InMemoryTransport.createLinkedPair()
  const mcp = new Assistant({ name: 'test', version: '1' })
  await Promise.all([server.connect(one), mcp.connect(other)])
  closing.push(() => mcp.close())
  return { mcp, metrics, ...seen }
}
