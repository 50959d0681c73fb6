import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { Client as Assistant } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { createClient } from '@nameyard/sdk/client'
import { toolServer } from './tools'

type Script = (url: string, body: string) => { status?: number; body: unknown }

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** An assistant connected to the tools of a service that answers by a script and offers what it is told to. */
async function assistant(offered: string[], script: Script = () => ({ body: {} })) {
  const asked: string[] = []
  const paths = { '/': Object.fromEntries(offered.map((operationId, index) => [`m${index}`, { operationId }])) }
  const service = http.createServer(async (request, response) => {
    const { method, url = '' } = request
    const body = await readAll(request)
    asked.push(`${method} ${url}`)
    const answer =
      url === '/v1/openapi.json'
        ? { body: { paths } }
        : url === '/v1/auth/login'
          ? { body: { code: 0, data: { token: 't', reseller_id: 1 }, desc: '', maintenance: false, warnings: [] } }
          : script(url, body)
    response.writeHead(answer.status ?? 200, { connection: 'close' }).end(JSON.stringify(answer.body))
  })
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening))
  closing.push(() => new Promise((closed) => service.close(closed)))

  const { port } = service.address() as AddressInfo
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, username: 'ada', password: 'secret' })
  const server = toolServer(client, await client.offered())
  const [one, other] = InMemoryTransport.createLinkedPair()
  const mcp = new Assistant({ name: 'test', version: '1' })
  await Promise.all([server.connect(one), mcp.connect(other)])
  closing.push(() => mcp.close())
  return { mcp, asked }
}

const success = (data: unknown, warnings: unknown[] = []) => ({
  body: { code: 0, data, desc: '', maintenance: false, warnings },
})

test('tools are the operations the service offers, without login', async () => {
  const { mcp } = await assistant(['access.login', 'domains.create', 'zones.delete', 'domains.check', 'unknown.thing'])
  const { tools } = await mcp.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['zones_delete', 'domains_create', 'domains_check'])
})

test('hints tell reads, changes and deletions apart', async () => {
  const { mcp } = await assistant(['domains.create', 'zones.delete', 'domains.check'])
  const { tools } = await mcp.listTools()
  const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]))
  expect(hints).toMatchObject({
    domains_check: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    domains_create: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
    zones_delete: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  })
})

test('a tool carries the schema of its operation', async () => {
  const { mcp } = await assistant(['domains.check'])
  const { tools } = await mcp.listTools()
  expect(tools[0]).toMatchObject({
    title: 'Check whether domains are free',
    inputSchema: {
      type: 'object',
      required: ['domains'],
      properties: {
        domains: { type: 'array', items: { type: 'object', required: ['name', 'extension'] } },
        with_price: { type: 'boolean', default: false },
      },
    },
  })
})

test('running a tool runs the operation as the account', async () => {
  const results = [{ domain: 'example.com', status: 'free' }]
  const { mcp, asked } = await assistant(['domains.check'], (_, body) => {
    expect(JSON.parse(body)).toEqual({ domains: [{ name: 'example', extension: 'com' }] })
    return success({ results })
  })
  const answer = await mcp.callTool({
    name: 'domains_check',
    arguments: { domains: [{ name: 'example', extension: 'com' }] },
  })
  expect(answer).toMatchObject({ structuredContent: { results }, content: [{ type: 'text' }] })
  expect(asked).toEqual(['GET /v1/openapi.json', 'POST /v1/auth/login', 'POST /v1/domains/check'])
})

test('a list that is no object comes as text alone', async () => {
  const { mcp } = await assistant(['domain-requirements.list'], () => success([]))
  const answer = await mcp.callTool({ name: 'domain_requirements_list', arguments: { domain: { extension: 'com' } } })
  expect(answer).toEqual({ content: [{ type: 'text', text: '[]' }] })
})

test('warnings come along', async () => {
  const { mcp } = await assistant(['zones.update'], () =>
    success({ success: true }, [{ code: 250, data: '', desc: 'The set has another TTL now.' }]),
  )
  const answer = await mcp.callTool({ name: 'zones_update', arguments: { name: 'example.com', records: {} } })
  expect(answer.content).toEqual([
    { type: 'text', text: '{"success":true}' },
    { type: 'text', text: 'Warning: The set has another TTL now. (code 250)' },
  ])
})

test('a refusal is a result the assistant can act on', async () => {
  const { mcp } = await assistant(['domains.get'], () => ({
    status: 404,
    body: {
      desc: 'Domain 42 is not in your account.',
      code: 320,
      data: '',
      errors: [{ field: 'id', desc: 'is unknown' }],
    },
  }))
  const answer = await mcp.callTool({ name: 'domains_get', arguments: { id: 42 } })
  expect(answer).toEqual({
    isError: true,
    content: [{ type: 'text', text: 'Domain 42 is not in your account. (code 320)\nid: is unknown' }],
  })
})

test('a path that lacks its parameter asks nobody', async () => {
  const { mcp, asked } = await assistant(['domains.get'])
  const answer = await mcp.callTool({ name: 'domains_get', arguments: {} })
  expect(answer).toEqual({ isError: true, content: [{ type: 'text', text: 'domains.get needs id' }] })
  expect(asked).not.toContain('GET /v1/domains/')
})

test('a tool that is not offered is an error of the protocol', async () => {
  const { mcp } = await assistant(['domains.get'])
  await expect(mcp.callTool({ name: 'domains_create', arguments: {} })).rejects.toThrow(
    'There is no tool domains_create.',
  )
})
