import http from 'node:http'
import { Client as Assistant } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js'
import { createClient } from '@nameyard/sdk/client'
import { scriptedService } from '../test/assistant'
import { assistantServer } from './assistant-server'
import { listen } from './http'
import { ToolMetrics } from './metrics'

let listener: Awaited<ReturnType<typeof listen>>
let service: Awaited<ReturnType<typeof scriptedService>>

beforeEach(async () => {
  service = await scriptedService(['domains.get'], () => ({
    body: { code: 0, data: { id: 7 }, desc: '', maintenance: false, warnings: [] },
  }))
  const { baseUrl } = service
  const description = await createClient({ baseUrl }).description()
  const settings = { host: '127.0.0.1', port: 0, origins: ['https://panel.example'] }
  listener = await listen(settings, (token) =>
    assistantServer(createClient({ baseUrl, token }), description, new ToolMetrics()),
  )
})
afterEach(() => listener.close())

test('each request uses its own token', async () => {
  for (const token of ['of-ada', 'of-bob']) {
    const mcp = new Assistant({ name: 'test', version: '1' })
    const headers = { authorization: `Bearer ${token}` }
    await mcp.connect(new StreamableHTTPClientTransport(new URL(listener.url), { requestInit: { headers } }) as never)
    const answer = await mcp.callTool({ name: 'domains_get', arguments: { id: 7 } })
    expect(answer).toMatchObject({ structuredContent: { id: 7 } })
    await mcp.close()
  }
  expect(service.tokens).toEqual(['Bearer of-ada', 'Bearer of-bob'])
})

const initialize = (protocolVersion: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
})

const post = (body: unknown, headers: Record<string, string> = {}, url = listener.url) =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: 'Bearer of-ada',
      ...headers,
    },
    body: JSON.stringify(body),
  })

test.each(SUPPORTED_PROTOCOL_VERSIONS)('speaks revision %s', async (revision) => {
  const answer = await post(initialize(revision))
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain(`"protocolVersion":"${revision}"`)
})

test('a request without a token is refused, and the answer says where to get one', async () => {
  const answer = await post(initialize('2025-06-18'), { authorization: '' })
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  expect(await answer.text()).toContain('/v1/auth/login')
})

test('requests of pages with an unlisted origin are refused', async () => {
  expect((await post(initialize('2025-06-18'), { origin: 'https://evil.example' })).status).toBe(403)
  expect((await post(initialize('2025-06-18'), { origin: 'https://panel.example' })).status).toBe(200)
})

test('a preflight of a page with a listed origin is allowed', async () => {
  const ask = (origin: string) =>
    fetch(listener.url, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    })
  const preflight = await ask('https://panel.example')
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('https://panel.example')
  expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization')
  const answer = await post(initialize('2025-06-18'), { origin: 'https://panel.example' })
  expect(answer.headers.get('access-control-allow-origin')).toBe('https://panel.example')
  const stranger = await ask('https://evil.example')
  expect(stranger.status).toBe(403)
  expect(stranger.headers.get('access-control-allow-origin')).toBeNull()
})

test('a request target that is not a URL is answered with 404', async () => {
  const { port } = new URL(listener.url)
  for (const path of ['//', 'http://[', '*'])
    expect(
      await new Promise((resolve, reject) =>
        http
          .get({ port, path, headers: { authorization: 'Bearer of-ada' } }, ({ statusCode }) => resolve(statusCode))
          .on('error', reject),
      ),
    ).toBe(404)
})

test('GET and DELETE are refused: there are no streams and no sessions', async () => {
  const headers = { authorization: 'Bearer of-ada' }
  expect((await fetch(listener.url, { headers })).status).toBe(405)
  expect((await fetch(listener.url, { method: 'DELETE', headers })).status).toBe(405)
  expect((await post({}, {}, listener.url.replace('/mcp', '/other'))).status).toBe(404)
})

test('a body that is not a message of the protocol is refused', async () => {
  expect((await post({ hello: 'there' })).status).toBe(400)
  expect((await post(initialize('2025-06-18'), { 'content-type': 'text/plain' })).status).toBe(415)
})
