import type { Client } from '@modelcontextprotocol/client'
import { routes } from '@nameyard/contracts/operations'
import { toolOf, toolOperations } from '@nameyard/contracts/tool'
import { assistant } from '../test/assistant'
import { CALL, DESCRIBE, SEARCH } from './finders'
import { profileNames, profileOf } from './profiles'

const everything = routes.map(({ id }) => id)
const profiles = [undefined, ...profileNames]
const finders = [SEARCH, DESCRIBE, CALL]

/** A token has about four characters: 4.4 of these lists, as the tokenizer o200k_base counts. */
const tokensOf = (value: unknown) => Math.ceil(JSON.stringify(value).length / 4)

const use = async (mcp: Client, name: string, given: Record<string, unknown>) =>
  (await mcp.callTool({ name, arguments: given })) as {
    isError?: boolean
    content: { text: string }[]
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- depends on the tool
    structuredContent: any
  }

/** All tools that a search without words finds, page by page. */
async function foundIn(mcp: Client): Promise<string[]> {
  const names: string[] = []
  for (let cursor: string | undefined = '0'; cursor !== undefined;) {
    const { structuredContent: page } = await use(mcp, SEARCH, { cursor })
    names.push(...page.results.map(({ name }: { name: string }) => name))
    cursor = page.next_cursor
    if (cursor === undefined) expect(page.total).toBe(names.length)
  }
  return names
}

test.each([undefined, 'read', 'dns', 'domains'] as const)(
  'the list of tools of the profile %s costs at most 10,000 tokens and is one page',
  async (profile) => {
    const { mcp } = await assistant(everything, undefined, profile)
    const { tools, nextCursor } = await mcp.request({ method: 'tools/list' })
    expect(nextCursor).toBeUndefined()
    expect(tools.length).toBeGreaterThan(finders.length + 10)
    expect(tokensOf(tools)).toBeLessThanOrEqual(10_000)
  },
)

test('the profile all lists every tool, in pages of at most 10,000 tokens', async () => {
  const { mcp } = await assistant(everything, undefined, 'all')
  const names: string[] = []
  let cursor: string | undefined
  do {
    const page: Awaited<ReturnType<Client['listTools']>> = await mcp.request({
      method: 'tools/list',
      params: cursor === undefined ? {} : { cursor },
    })
    expect(tokensOf(page.tools)).toBeLessThanOrEqual(10_000)
    names.push(...page.tools.map(({ name }) => name))
    cursor = page.nextCursor
  } while (cursor !== undefined)
  expect(names).toEqual([...finders, ...toolOperations.map((operation) => toolOf(operation).name)])
  for (const wrong of ['-1', '99', 'x', '0.5'])
    await expect(mcp.request({ method: 'tools/list', params: { cursor: wrong } })).rejects.toThrow('cursor')
})

test('no list of tools describes answers, and operations_describe does where it is asked', async () => {
  const { mcp } = await assistant(everything)
  expect(JSON.stringify(await mcp.listTools())).not.toContain('outputSchema')
  const { structuredContent } = await use(mcp, DESCRIBE, { names: ['ssl_orders_get', 'domains_create'] })
  const [first, second] = [toolOf(toolOperations.find(({ id }) => id === 'ssl-orders.get')!), undefined]
  expect(second).toBeUndefined()
  const { outputSchema, ...rest } = first
  expect(structuredContent.tools[0]).toEqual(JSON.parse(JSON.stringify(rest)))
  const asked = await use(mcp, DESCRIBE, { names: ['ssl_orders_get'], with_answer: true })
  expect(asked.structuredContent.tools).toEqual([{ ...JSON.parse(JSON.stringify(rest)), outputSchema }])
})

test.each(profiles)('profile %s: what it allows is found, described and called, and nothing else', async (profile) => {
  const { mcp, asked } = await assistant(everything, () => ({ status: 404, body: { code: 320, desc: 'No.' } }), profile)
  const allowed = toolOperations.filter(profileOf(profile).allows)
  const names = allowed.map((operation) => toolOf(operation).name)
  expect((await foundIn(mcp)).toSorted()).toEqual(names.toSorted())
  for (const operation of toolOperations.filter((each) => !profileOf(profile).allows(each))) {
    const { name } = toolOf(operation)
    const before = asked.length
    await expect(mcp.callTool({ name, arguments: {} })).rejects.toThrow(`There is no tool ${name}.`)
    await expect(mcp.callTool({ name: CALL, arguments: { name } })).rejects.toThrow(`There is no tool ${name}.`)
    expect(asked.length).toBe(before)
    expect(await use(mcp, DESCRIBE, { names: [name] })).toMatchObject({ isError: true })
  }
})

test('profiles allow what their names say', () => {
  const allowedIn = (name: (typeof profileNames)[number]) => toolOperations.filter(profileOf(name).allows)
  expect(allowedIn('read').filter(({ effect }) => effect !== 'read')).toEqual([])
  expect(allowedIn('dns').filter(({ path, effect }) => !path.startsWith('/v1/dns/') && effect !== 'read')).toEqual([])
  expect(allowedIn('domains').map(({ id }) => id)).toEqual(expect.arrayContaining(['domains.create', 'zones.update']))
  expect(allowedIn('domains').map(({ id }) => id)).not.toContain('ssl-orders.create')
  expect(allowedIn('all')).toEqual(toolOperations)
  expect(toolOperations.filter(profileOf(undefined).allows)).toEqual(toolOperations)
})

test('search finds tools by words, those with the words in their title first', async () => {
  const { mcp } = await assistant(everything)
  const { structuredContent } = await use(mcp, SEARCH, { query: 'Renew certificate' })
  expect(structuredContent.results[0]).toMatchObject({ name: 'ssl_orders_renew', annotations: { readOnlyHint: false } })
  expect((await use(mcp, SEARCH, { query: 'keys_create' })).structuredContent.results).toEqual([])
  expect(await use(mcp, SEARCH, { cursor: 'x' })).toMatchObject({ isError: true })
  expect(await use(mcp, SEARCH, { query: 1 })).toMatchObject({ isError: true })
})

test('a call with operations_call is the call of the tool', async () => {
  const refusal = { status: 422, body: { code: 399, desc: 'limit: must be a number.', errors: [] } }
  const { mcp, bodies, keys, metrics } = await assistant(everything, () => refusal)
  const given = { names: [{ name: 'x' }], idempotency_key: 'k' }
  const single = await use(mcp, 'csr_create', given)
  expect(await use(mcp, CALL, { name: 'csr_create', arguments: given })).toEqual(single)
  expect([bodies, keys]).toEqual([
    ['{"names":[{"name":"x"}]}', '{"names":[{"name":"x"}]}'],
    ['k', 'k'],
  ])
  expect(await use(mcp, CALL, { name: 'domains_get' })).toEqual(await use(mcp, 'domains_get', {}))
  const printed = await metrics.registry.metrics()
  expect(printed).toContain('mcp_tool_seconds_count{tool="csr_create",outcome="refused"} 2')
})

test('operations_call is annotated as the strictest tool that it reaches', async () => {
  const hintsOf = async (profile?: (typeof profileNames)[number]) => {
    const { mcp } = await assistant(everything, undefined, profile)
    return (await mcp.listTools()).tools.find(({ name }) => name === CALL)!.annotations
  }
  expect(await hintsOf()).toMatchObject({ readOnlyHint: false, destructiveHint: true, idempotentHint: false })
  expect(await hintsOf('read')).toMatchObject({ readOnlyHint: true, destructiveHint: false })
})

test('operations_call refuses what is no call of a tool', async () => {
  const { mcp, asked } = await assistant(everything)
  const before = asked.length
  for (const given of [
    {},
    { name: 7 },
    { name: 'domains_get', arguments: [] },
    { name: 'domains_get', arguments: 'id=7' },
  ])
    expect(await use(mcp, CALL, given)).toMatchObject({ isError: true })
  for (const name of [CALL, SEARCH, 'domains.get', 'Domains_Get', ' domains_get', '__proto__', 'constructor'])
    await expect(mcp.callTool({ name: CALL, arguments: { name, arguments: {} } })).rejects.toThrow('There is no tool')
  expect(asked.length).toBe(before)
})

test.each([7, '', 'a\r\nx: y', 'é', 'x'.repeat(256), ['k'], { k: 1 }])(
  'an idempotency key that is no header, %j, is refused without a request',
  async (key) => {
    const { mcp, asked } = await assistant(everything)
    const before = asked.length
    const given = { handle: 'AB100000-NL', idempotency_key: key }
    for (const call of [
      use(mcp, 'customers_delete', given),
      use(mcp, CALL, { name: 'customers_delete', arguments: given }),
    ])
      expect((await call).content[0]!.text).toContain('idempotency_key must be')
    expect(asked.length).toBe(before)
  },
)
