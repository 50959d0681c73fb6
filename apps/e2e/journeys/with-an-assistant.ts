import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Client as Assistant, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Ajv2020 } from 'ajv/dist/2020'
import { eventually } from '@nameyard/testing/eventually'
import { askUdp } from '../src/dns-client'
import type { Platform } from '../src/platform'
import { order, person } from '../src/reseller'
import { root } from '../src/run'

type Arguments = Record<string, unknown>
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the result type depends on the tool
type Answered = Record<string, any>

const program = 'apps/mcp/dist/main.js'

/** An assistant manages domains of an account with the tools of the MCP server alone, over both transports. */
export function withAnAssistant(platform: () => Platform): void {
  let server: ChildProcess
  let serverUrl: string

  const service = () => ({ NAMEYARD_URL: platform().url, NAMEYARD_CA: platform().authority })

  beforeAll(async () => {
    server = spawn(process.execPath, [program], {
      cwd: root,
      env: { ...process.env, ...service(), MCP_HTTP_PORT: '0' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [output] = (await once(server.stderr!, 'data')) as [Buffer]
    serverUrl = /http:\S+/.exec(output.toString())![0]
  })
  afterAll(async () => {
    server.kill()
    await once(server, 'exit')
  })

  const token = async (scope?: string[]) => {
    const { json } = await platform().ask('POST', '/v1/auth/login', { body: { ...platform().account, scope } })
    return json.data.token as string
  }

  const overStdio = async (settings: Record<string, string> = {}) => {
    const { username, password } = platform().account
    const env = { ...service(), NAMEYARD_USERNAME: username, NAMEYARD_PASSWORD: password, ...settings }
    return new StdioClientTransport({ command: process.execPath, args: [program], cwd: root, env })
  }
  const overHttp = async (scope?: string[]) => {
    const headers = { authorization: `Bearer ${await token(scope)}` }
    return new StreamableHTTPClientTransport(new URL(serverUrl), { requestInit: { headers } })
  }

  const connected = async (transport: Awaited<ReturnType<typeof overStdio | typeof overHttp>>) => {
    const assistant = new Assistant({ name: 'e2e', version: '1' })
    await assistant.connect(transport as never)
    const { tools } = await assistant.listTools()
    const use = (name: string, given: Arguments) => assistant.callTool({ name, arguments: given })
    const ajv = new Ajv2020({ strict: false })
    const faultsOf = async (name: string, answer: unknown) => {
      const described = await use('operations_describe', { names: [name], with_answer: true })
      const [{ outputSchema }] = (described.structuredContent as Answered).tools
      return ajv.validate(outputSchema, answer) ? undefined : ajv.errorsText()
    }
    const done = async (name: string, given: Arguments): Promise<Answered> => {
      const { isError, content, structuredContent } = await use(name, given)
      if (isError) throw new Error(`${name}: ${JSON.stringify(content)}`)
      expect([name, await faultsOf(name, structuredContent)]).toEqual([name, undefined])
      return structuredContent as Answered
    }
    return { tools, use, done, close: () => assistant.close() }
  }

  describe.each([
    ['standard input and output', 'herengracht', () => overStdio()],
    ['HTTP', 'prinsengracht', () => overHttp()],
  ])('over %s', (_, label, transport) => {
    it('registers a domain and publishes its zone', async () => {
      const { tools, done, close } = await connected(await transport())
      try {
        expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['operations_call', 'domains_create']))
        const domain = { name: label, extension: 'com' }
        const { results } = await done('domains_check', { domains: [domain], with_price: true })
        expect(results).toMatchObject([{ domain: `${label}.com`, status: 'free' }])
        const { handle } = await done('customers_create', person)
        const { items } = await done('domain_requirements_list', { domain, operation: 'create' })
        expect(items.filter((item: { required: boolean }) => item.required)).toEqual([])
        const { id } = await done('domains_create', order(`${label}.com`, handle))
        await eventually(async () => (await done('domains_get', { id })).status === 'ACT', `${label}.com active`)
        const records = [{ type: 'A', name: 'www', value: '192.0.2.20', ttl: 3600 }]
        await done('zones_create', { domain, type: 'master', records })
        await eventually(
          async () => (await askUdp(platform().ports.dns, `www.${label}.com`, 'A')).answers?.length,
          'an answer for the new zone',
        )
        const timeline = await done('domains_get_timeline', { id })
        expect(timeline.events).toContainEqual(expect.objectContaining({ event: 'renewal' }))
        for (const list of ['domains_list', 'zones_list', 'customers_list', 'transactions_list', 'tlds_list']) {
          expect((await done(list, {})).total).toBeGreaterThan(0)
        }
      } finally {
        await close()
      }
    })
  })

  it.each([
    ['standard input and output', () => overStdio({ NAMEYARD_SCOPE: 'read,write' })],
    ['HTTP', () => overHttp(['read', 'write'])],
  ])('refuses a paid order over %s to a token without the scope purchase', async (_, transport) => {
    const { use, done, close } = await connected(await transport())
    try {
      const { handle } = await done('customers_create', person)
      const answer = await use('domains_create', order('not-bought.com', handle))
      expect(answer).toMatchObject({ isError: true })
      expect(JSON.stringify(answer.content)).toContain('The token lacks the scope purchase. (code 4002)')
      expect(await platform().sandbox.creations('not-bought.com')).toHaveLength(0)
    } finally {
      await close()
    }
  })

  it('shows no auth code to a token without the scope transfer-codes', async () => {
    const { use, done, close } = await connected(await overHttp(['read', 'write', 'purchase']))
    try {
      const { handle } = await done('customers_create', person)
      const { id, auth_code } = await done('domains_create', order('codeless.com', handle))
      expect(auth_code).toBe('')
      expect(await done('domains_get', { id })).toMatchObject({ auth_code: '', internal_auth_code: '' })
      expect(await use('domains_get_authcode', { id })).toMatchObject({ isError: true })
    } finally {
      await close()
    }
  })

  it('accepts an API key as the token', async () => {
    const authorization = `Bearer ${await token()}`
    const body = { name: 'assistant', scope: ['read'] }
    const { json } = await platform().ask('POST', '/v1/keys', { body, headers: { authorization } })
    const { done, use, close } = await connected(
      await overStdio({ NAMEYARD_TOKEN: String(json.data.key), NAMEYARD_USERNAME: '', NAMEYARD_PASSWORD: '' }),
    )
    try {
      expect((await done('domains_list', {})).total).toBeGreaterThanOrEqual(0)
      expect(await use('customers_create', person)).toMatchObject({ isError: true })
    } finally {
      await close()
    }
  })

  it('refuses a change to a token with the scope read alone', async () => {
    const { use, done, close } = await connected(await overStdio({ NAMEYARD_SCOPE: 'read' }))
    try {
      expect((await done('domains_list', {})).total).toBeGreaterThan(0)
      expect(await use('customers_create', person)).toMatchObject({ isError: true })
    } finally {
      await close()
    }
  })
}
