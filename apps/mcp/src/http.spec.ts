import http from 'node:http'
import net from 'node:net'
import { text } from 'node:stream/consumers'
import {
  Client as Assistant,
  StreamableHTTPClientTransport,
  SUPPORTED_PROTOCOL_VERSIONS,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client'
import { createClient } from '@nameyard/sdk/client'
import { scriptedService } from '../test/assistant'
import { assistantServer } from './assistant-server'
import { listen } from './http'
import { ToolMetrics } from './metrics'
import { offerOf } from './offer'
import { profileNames, profileOf } from './profiles'

let listener: Awaited<ReturnType<typeof listen>>
let service: Awaited<ReturnType<typeof scriptedService>>

beforeEach(async () => {
  service = await scriptedService(['domains.get'], () => ({
    body: { code: 0, data: { id: 7 }, desc: '', maintenance: false, warnings: [] },
  }))
  const { baseUrl } = service
  const description = await createClient({ baseUrl }).description()
  const hosts = ['localhost', '127.0.0.1', '[::1]', 'mcp.example']
  const settings = { host: '127.0.0.1', port: 0, hosts, origins: ['https://panel.example'] }
  listener = await listen(settings, (token, profile) =>
    assistantServer(createClient({ baseUrl, token }), offerOf(description, profileOf(profile)), new ToolMetrics()),
  )
})
afterEach(() => listener.close())

const connected = async (token: string, mode: VersionNegotiationMode = 'auto', url = listener.url) => {
  const mcp = new Assistant({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const headers = { authorization: `Bearer ${token}` }
  await mcp.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  return mcp
}

test.each<[VersionNegotiationMode, string]>([
  [{ pin: '2026-07-28' }, '2026-07-28'],
  ['auto', '2026-07-28'],
  ['legacy', '2025-11-25'],
])('a client that negotiates with %j speaks revision %s', async (mode, revision) => {
  const mcp = await connected('of-ada', mode)
  expect(mcp.getNegotiatedProtocolVersion()).toBe(revision)
  const answer = await mcp.callTool({ name: 'domains_get', arguments: { id: 7 } })
  expect(answer).toMatchObject({ structuredContent: { id: 7 } })
  expect((await mcp.listTools()).tools.map(({ name }) => name)).toContain('domains_get')
  await mcp.close()
})

test.each(profileNames)('the path names the profile %s', async (profile) => {
  for (const mode of ['auto', 'legacy'] as const) {
    const mcp = await connected('of-ada', mode, `${listener.url}/${profile}`)
    expect(mcp.getInstructions()!.includes('masked')).toBe(profileOf(profile).isMasked)
    await mcp.close()
  }
  expect((await post({}, {}, `${listener.url}/${profile}/`)).status).toBe(404)
  expect((await post({}, {}, `${listener.url}/${profile.toUpperCase()}`)).status).toBe(404)
})

test('a client cannot subscribe, because nothing ever changes', async () => {
  const mcp = await connected('of-ada')
  await expect(mcp.listen({ toolsListChanged: true })).rejects.toThrow('Subscription limit reached')
  await mcp.close()
})

test('each request uses its own token', async () => {
  for (const token of ['of-ada', 'of-bob']) {
    const mcp = await connected(token)
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

/** The status of a request with the given `Host` headers, over a socket, because clients set the header themselves. */
async function statusFor(hosts: readonly string[], method = 'POST'): Promise<number> {
  const socket = net.connect(Number(new URL(listener.url).port), '127.0.0.1')
  const headers = ['authorization: Bearer of-ada', 'origin: https://panel.example', 'connection: close']
  socket.write([`${method} /mcp HTTP/1.1`, ...hosts.map((host) => `host: ${host}`), ...headers, '', ''].join('\r\n'))
  return Number((await text(socket)).split(' ')[1])
}

test('requests for another host are refused, whatever page sends them: a name may be rebound to this address', async () => {
  for (const host of ['evil.example', 'evil.example:80', '127.0.0.1.evil.example', 'mcp.example@evil.example', ''])
    for (const method of ['POST', 'OPTIONS']) expect([host, await statusFor([host], method)]).toEqual([host, 403])
  for (const host of ['mcp.example', 'MCP.example:8444', '127.0.0.1:1', '[::1]:8444'])
    expect([host, await statusFor([host], 'OPTIONS')]).toEqual([host, 204])
})

test('a request with two hosts is refused', async () => {
  expect(await statusFor(['mcp.example', 'evil.example'])).toBe(403)
  expect(await statusFor(['mcp.example', 'mcp.example'])).toBe(403)
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
