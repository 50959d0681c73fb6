import type { Client } from '@modelcontextprotocol/client'
import { assistant } from '../test/assistant'

const success = (data: unknown, warnings: unknown[] = []) => ({
  body: { code: 0, data, desc: '', maintenance: false, warnings },
})

/** The tools of operations in all pages of the list. */
const listed = async (mcp: Client) =>
  (await mcp.listTools()).tools.filter(({ name }) => !name.startsWith('operations_'))

const inAll = (offered: readonly string[]) => assistant(offered, undefined, 'all')

test('offers the operations of the service as tools, except those of people', async () => {
  const ofPeople = ['access.login', 'factors.create-totp', 'keys.list', 'contacts.get', 'domains.approve-transfer']
  const { mcp } = await inAll([...ofPeople, 'domains.create', 'zones.delete', 'domains.check', 'unknown.thing'])
  const tools = await listed(mcp)
  expect(tools.map(({ name }) => name)).toEqual(['zones_delete', 'domains_create', 'domains_check'])
})

test('annotations distinguish reads, changes and deletions', async () => {
  const { mcp } = await inAll([
    'domains.create',
    'domains.update',
    'zones.delete',
    'domains.check',
    'domains.reset-authcode',
    'ssl-orders.update-approver-email',
  ])
  const tools = await listed(mcp)
  const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]))
  expect(hints).toMatchObject({
    domains_check: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    domains_create: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
    domains_reset_authcode: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
    domains_update: { destructiveHint: true, idempotentHint: false },
    ssl_orders_update_approver_email: { destructiveHint: true, idempotentHint: false },
    zones_delete: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  })
})

test('a tool has the schema of its operation', async () => {
  const { mcp } = await assistant(['domains.check'])
  const tools = await listed(mcp)
  expect(tools[0]).not.toHaveProperty('outputSchema')
  expect(tools[0]).toMatchObject({
    title: 'Check whether domains are free',
    inputSchema: {
      type: 'object',
      required: ['domains'],
      properties: {
        domains: { type: 'array', items: { type: 'object', required: ['name', 'extension'] } },
        with_price: { type: 'boolean' },
      },
    },
  })
})

test('a tool call runs the operation for the account', async () => {
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

test('a result that is a list is wrapped in an object', async () => {
  const { mcp } = await assistant(['domain-requirements.list'], () => success([]))
  await mcp.listTools()
  const answer = await mcp.callTool({ name: 'domain_requirements_list', arguments: { domain: { extension: 'com' } } })
  expect(answer).toEqual({ content: [{ type: 'text', text: '[]' }], structuredContent: { items: [] } })
})

test('a result contains the warnings', async () => {
  const { mcp } = await assistant(['zones.update'], () =>
    success({ success: true }, [{ code: 250, data: '', desc: 'The set has another TTL now.' }]),
  )
  const answer = await mcp.callTool({ name: 'zones_update', arguments: { name: 'example.com', records: {} } })
  expect(answer.content).toEqual([
    { type: 'text', text: '{"success":true}' },
    { type: 'text', text: 'Warning: The set has another TTL now. (code 250)' },
  ])
})

test('a refusal is a tool result with the sentence, faults and advice', async () => {
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
    content: [
      {
        type: 'text',
        text:
          'Domain 42 is not in your account. (code 320)\nid: is unknown\n' +
          'domains_list finds domains by full_name. A name that it does not find may belong to another account.',
      },
    ],
  })
})

test('a refusal that shares its code gets the advice of its own sentence, and each fault once', async () => {
  const refusals = [
    { desc: 'At most 15 names per call, 16 were given.', code: 399, data: '' },
    { desc: 'no: registry refused example.com.', code: 399, data: '' },
    { desc: 'limit: must be a number.', code: 806, data: '', errors: [{ field: 'limit', desc: 'must be a number' }] },
  ]
  const { mcp } = await assistant(['domains.list'], () => ({ status: 422, body: refusals.shift() }))
  const next = async () => ((await mcp.callTool({ name: 'domains_list' })).content as { text: string }[])[0]!.text
  expect(await next()).toBe('At most 15 names per call, 16 were given. (code 399)')
  expect(await next()).toContain('Tell the user what the registry says')
  expect((await next()).match(/must be a number/g)).toHaveLength(1)
})

test('a missing path parameter is refused without a request', async () => {
  const { mcp, asked } = await assistant(['domains.get'])
  const answer = await mcp.callTool({ name: 'domains_get', arguments: {} })
  expect(answer).toEqual({ isError: true, content: [{ type: 'text', text: 'domains_get needs id' }] })
  expect(asked).not.toContain('GET /v1/domains/')
})

test('an unknown tool is a protocol error', async () => {
  const { mcp } = await assistant(['domains.get'])
  await expect(mcp.callTool({ name: 'domains_create', arguments: {} })).rejects.toThrow(
    'There is no tool domains_create.',
  )
})

test('a change has an idempotency key, and a change without an answer returns it', async () => {
  const { mcp, keys } = await assistant(['customers.delete', 'domains.get'], () => ({
    status: 502,
    body: 'Bad Gateway',
  }))
  const answer = await mcp.callTool({ name: 'customers_delete', arguments: { handle: 'AB100000-NL' } })
  const [key, ...again] = keys.filter((each) => each !== undefined)
  expect(again).toEqual([key, key])
  expect(answer).toMatchObject({ isError: true })
  expect(JSON.stringify(answer.content)).toContain(
    `It is not known whether the change was made. Call again with the same arguments and idempotency_key \\"${key}\\"`,
  )

  const given = { handle: 'AB100000-NL', idempotency_key: 'of the first call' }
  await mcp.callTool({ name: 'customers_delete', arguments: given })
  expect(keys.at(-1)).toBe('of the first call')

  const read = await mcp.callTool({ name: 'domains_get', arguments: { id: 1 } })
  expect(JSON.stringify(read.content)).toContain('Try again.')
  expect(keys.at(-1)).toBeUndefined()
})

test('the idempotency key is an input of changes only and is not sent in the body', async () => {
  const { mcp, bodies } = await assistant(['domains.renew', 'domains.get'], () => success({ status: 'ACT' }))
  const tools = await listed(mcp)
  expect(tools.map(({ inputSchema }) => Object.keys(inputSchema.properties!).includes('idempotency_key'))).toEqual([
    false,
    true,
  ])
  await mcp.callTool({ name: 'domains_renew', arguments: { id: 1, period: 1, idempotency_key: 'k' } })
  expect(bodies.at(-1)).toBe('{"period":1}')
})
