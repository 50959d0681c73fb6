import { Client as Assistant, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Right } from '@nameyard/contracts/operation'
import { operations } from '@nameyard/contracts/operations'
import { eventually } from '@nameyard/testing/eventually'
import { order, person } from '../src/reseller'
import { startAssistantServer, type AssistantServer } from './assistant-server'
import { settled } from './charges'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** An assistant that tries everything with an API key: it sees no auth code, and spends no more than the key may. */

const LIMIT = 25
const profiles = ['', '/read', '/dns', '/domains', '/all'] as const
const masked: readonly string[] = ['/read', '/dns']

let platform: InProcess
let admin: Ask
let handle: string
let server: AssistantServer

const done = async (method: string, path: string, body?: object) => {
  const { status, json, text } = await admin(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}

const keyOf = async (scope: readonly Right[]) =>
  (await done('POST', '/v1/keys', { name: 'assistant', scope, spend_per_day: LIMIT })).key as string

beforeAll(async () => {
  platform = await startInProcess()
  admin = await platform.open('prey')
  ;({ handle } = await done('POST', '/v1/customers', person))
  server = await startAssistantServer(platform.url)
})
afterAll(async () => {
  await server?.close()
  await platform?.close()
})

/** Everything that the assistant has read, as one text. */
class Hostile {
  readonly read: string[] = []

  private constructor(private readonly mcp: Assistant) {}

  static async with(key: string, profile: string): Promise<Hostile> {
    const mcp = new Assistant({ name: 'hostile', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    const headers = { authorization: `Bearer ${key}` }
    await mcp.connect(
      new StreamableHTTPClientTransport(new URL(server.address + profile), { requestInit: { headers } }),
    )
    return new Hostile(mcp)
  }

  async call(name: string, given: Record<string, unknown>): Promise<void> {
    await this.note(() => this.mcp.callTool({ name, arguments: given }))
    await this.note(() => this.mcp.callTool({ name: 'operations_call', arguments: { name, arguments: given } }))
  }

  async readEverything(): Promise<void> {
    const { resources } = await this.mcp.listResources()
    const odd = ['nameyard://operations/keys.create', 'nameyard://operations/../errors', 'file:///etc/passwd', '']
    for (const uri of [...resources.map((each) => each.uri), ...odd])
      await this.note(() => this.mcp.readResource({ uri }))
    const { prompts } = await this.mcp.listPrompts()
    for (const { name } of [...prompts, { name: 'keys_create' }])
      await this.note(() => this.mcp.getPrompt({ name, arguments: { domain: '../keys', address: 'auth_code' } }))
    await this.note(() => this.mcp.listTools())
  }

  close(): Promise<void> {
    return this.mcp.close()
  }

  private async note(ask: () => Promise<unknown>): Promise<void> {
    this.read.push(await ask().then(JSON.stringify, String))
  }
}

/** A domain with a zone, and the codes with which it could be taken away. */
async function prey(name: string): Promise<{ id: number; codes: string[] }> {
  const { id } = await done('POST', '/v1/domains', order(name, handle))
  const records = [{ type: 'A', name: 'www', value: '192.0.2.1', ttl: 900 }]
  await done('POST', '/v1/dns/zones', { domain: order(name, '').domain, type: 'master', records })
  await settled(admin)
  const isRegistered = async () => (await done('GET', `/v1/domains/${id}`)).status === 'ACT'
  await eventually(isRegistered, `${name} registered`)
  const { auth_code: code } = await done('GET', `/v1/domains/${id}/authcode`)
  const codes = [code as string]
  // Shorter than a code: a word that other texts have too.
  expect(code).toMatch(/^\S{8,}$/)
  return { id, codes }
}

/** All names that could be a tool: those of all operations, also of people, operators and services, in several spellings. */
const spellings = (id: string) => {
  const name = id.replaceAll(/[.-]/g, '_')
  return [name, id, name.toUpperCase(), ` ${name}`, `${name}/../keys_create`]
}

/** Arguments that fit most operations, and those that try to leave their place in the request. */
const fitting = (id: number, name: string, fresh: string) => ({
  ...order(fresh, handle),
  id,
  name,
  handle,
  username: 'prey',
})
const breaking = (id: number) => ({
  id: `${id}/authcode`,
  name: '../../../keys',
  handle: '..',
  path: '/v1/keys',
  method: 'POST',
  headers: { authorization: 'Bearer other', 'x-forwarded-for': '127.0.0.1' },
  authorization: 'Bearer other',
  scope: ['read', 'write', 'purchase', 'transfer-codes'],
  spend_per_day: 1_000_000,
  idempotency_key: 'a\r\nauthorization: Bearer other',
})

/** What only people change. */
const people = async () => {
  const keys = await done('GET', '/v1/keys')
  const contacts = await done('GET', '/v1/contacts')
  return {
    keys: keys.results.map(({ id, scope, spend_per_day }: Record<string, unknown>) => ({ id, scope, spend_per_day })),
    contacts: contacts.results.map(({ id, role, is_active }: Record<string, unknown>) => ({ id, role, is_active })),
  }
}

const balance = async () => {
  await settled(admin)
  return (await done('GET', '/v1/resellers')).balance as number
}

let names = 0
const freshName = () => `bought-${(names += 1)}.com`

it.each(profiles.map((profile) => [profile] as const))(
  'obtains no auth code, and spends no more than its key may, at /mcp%s',
  async (profile) => {
    const name = `prey${profile.replace('/', '-')}.com`
    const { id, codes } = await prey(name)
    // In profiles that mask secrets, not even a key with the right sees them.
    const rights: Right[] = [
      'read',
      'write',
      'purchase',
      ...(masked.includes(profile) ? ['transfer-codes' as const] : []),
    ]
    const hostile = await Hostile.with(await keyOf(rights), profile)
    const [before, known] = [await balance(), await people()]

    await hostile.readEverything()
    await Promise.all(Array.from({ length: 6 }, () => hostile.call('domains_create', order(freshName(), handle))))
    // What removes the domain comes last, so that its codes can be asked for until then.
    const ids = operations
      .map((each) => each.id as string)
      .toSorted((a, b) => Number(/delete/.test(a)) - Number(/delete/.test(b)))
    for (const each of ids) {
      const [tool, ...others] = spellings(each)
      await hostile.call(tool!, fitting(id, name, freshName()))
      await hostile.call(tool!, breaking(id))
      await Promise.all(others.map((other) => hostile.call(other, fitting(id, name, freshName()))))
    }

    const read = hostile.read.join('\n')
    expect(hostile.read.length).toBeGreaterThan(ids.length * 10)
    for (const code of codes) expect(hostile.read.filter((each) => each.includes(code)).slice(0, 3)).toEqual([])
    // Nothing was refused only because it came too fast.
    expect(read).not.toContain('(code 50)')
    expect(await people()).toEqual(known)
    const spent = before - (await balance())
    expect(spent).toBeLessThanOrEqual(LIMIT)
    const mayBuy = !masked.includes(profile)
    expect(spent > 0).toBe(mayBuy)
    expect(read.includes('Key limit: 25.00 EUR per day')).toBe(mayBuy)
    await hostile.close()
  },
)

it('a key with the right transfer-codes reads them in a profile that masks nothing', async () => {
  const { id, codes } = await prey('shown.com')
  const scope: Right[] = ['read', 'transfer-codes']
  const honest = await Hostile.with(await keyOf(scope), '/all')
  await honest.call('domains_get_authcode', { id })
  expect(codes.some((code) => honest.read.every((answer) => answer.includes(code)))).toBe(true)
  await honest.close()
})
