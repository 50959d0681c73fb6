import { Client as Assistant, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Secret, TOTP } from 'otpauth'
import { everyRight } from '@nameyard/contracts/rights'
import { order, person } from '../src/reseller'
import { startAssistantServer, type AssistantServer } from './assistant-server'
import { settled } from './charges'
import { startInProcess, type Ask, type HttpResponse, type InProcess, type Sent } from './in-process'

/** Keys whose orders, and changes that cannot be undone, a person approves. */

let platform: InProcess
let admin: Ask
let handle: string
/** Recovery codes of the person: each is a second factor once. */
let codes: string[]
let server: AssistantServer

const password = 'correct horse battery'

const done = async (method: string, path: string, body?: object) => {
  const { status, json, text } = await admin(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}

beforeAll(async () => {
  platform = await startInProcess()
  admin = await platform.open('approver')
  ;({ handle } = await done('POST', '/v1/customers', person))
  const { id, secret } = await done('POST', '/v1/auth/factors/totp', { name: 'phone', password })
  const code = new TOTP({ secret: Secret.fromBase32(secret as string) }).generate()
  codes = (await done('POST', `/v1/auth/factors/totp/${id}/confirm`, { code })).recovery_codes
  server = await startAssistantServer(platform.url)
})
afterAll(async () => {
  await server?.close()
  await platform?.close()
})

const newKey = async (approval: string) =>
  (await done('POST', '/v1/keys', { name: 'assistant', scope: everyRight, approval })).key as string

const withKey =
  (key: string): Ask =>
  (method, path, { headers, ...sent } = {}) =>
    platform.ask(method, path, { ...sent, headers: { authorization: `Bearer ${key}`, ...headers } })

const approvalIn = ({ status, json }: { status: number; json: { code: number; desc: string } }): number => {
  expect([status, json.code]).toEqual([403, 10007])
  return Number(/^Needs approval (\d+) of a person: /.exec(json.desc)![1])
}
const approve = (id: number, ask = admin, otp = codes.pop()) =>
  ask('POST', `/v1/approvals/${id}/approve`, { body: { otp } })
const approved = async (id: number) => expect(await approve(id)).toMatchObject({ status: 200 })

const balance = async () => {
  await settled(admin)
  return (await done('GET', '/v1/resellers')).balance as number
}

const unusable = (problem: string) => ({ status: 403, json: { code: 10008, desc: expect.stringContaining(problem) } })

let names = 0
const bought = () => order(`approved-${(names += 1)}.com`, handle)

describe('over HTTP', () => {
  let assistant: Ask
  beforeEach(async () => void (assistant = withKey(await newKey('purchases'))))
  const buy = (body: object, headers: Sent['headers'] = {}, ask = assistant): Promise<HttpResponse> =>
    ask('POST', '/v1/domains', { body, headers })

  it('an order is asked about with its price, approved by a person, and carried out once', async () => {
    const before = await balance()
    const asked = bought()
    const refused = await buy(asked)
    const approval = approvalIn(refused)
    expect(refused.json.desc).toMatch(/: price \d+\.\d\d EUR, until \d{4}-/)
    expect(refused.text.length).toBeLessThanOrEqual(120)
    const shown = await done('GET', `/v1/approvals/${approval}`)
    expect(shown).toMatchObject({
      status: 'pending',
      operation: 'domains.create',
      summary: 'Register a domain',
      currency: 'EUR',
      key_name: 'assistant',
      arguments: { domain: asked.domain, period: 1, owner_handle: handle },
    })
    const headers = { approval: String(approval), 'idempotency-key': 'order 1' }
    expect(await buy(asked, headers)).toMatchObject(unusable('a person has not decided yet'))
    expect(await balance()).toBe(before)
    await approved(approval)
    expect(await buy(asked, headers)).toMatchObject({ status: 200, json: { data: { status: 'ACT' } } })
    const price = shown.price as unknown as number
    expect(before - (await balance())).toBeCloseTo(price)
    const again = await buy(asked, headers)
    expect(again).toMatchObject({ status: 200, headers: { 'idempotency-replayed': 'true' } })
    expect(await buy(asked, { approval: String(approval) })).toMatchObject(unusable('was used'))
    expect(before - (await balance())).toBeCloseTo(price)
    expect((await done('GET', '/v1/approvals?limit=1')).results).toMatchObject([{ id: approval, status: 'used' }])
  })

  it('an approval is for the exact arguments, and for the key that asked', async () => {
    const asked = bought()
    const approval = approvalIn(await buy(asked))
    await approved(approval)
    const headers = { approval: String(approval) }
    const other = unusable('is for a call with other arguments')
    expect(await buy(bought(), headers)).toMatchObject(other)
    expect(await buy({ ...asked, period: 10 }, headers)).toMatchObject(other)
    const another = withKey(await newKey('purchases'))
    expect(await buy(asked, headers, another)).toMatchObject(unusable('this key did not ask for it'))
    for (const wrong of ['', '0', '-1', 'x', '99999999999'])
      expect(await buy(asked, { approval: wrong })).toMatchObject({ status: 400, json: { code: 806 } })
    // Nothing of that has used it up.
    expect(await buy(asked, headers)).toMatchObject({ status: 200 })
  })

  it('two calls with the same approval at the same time are one order', async () => {
    const asked = bought()
    const approval = String(approvalIn(await buy(asked)))
    await approved(Number(approval))
    const before = await balance()
    const answers = await Promise.all([1, 2, 3].map((n) => buy(asked, { approval, 'idempotency-key': `race ${n}` })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ json }) => json.code === 10008)).toHaveLength(2)
    expect(before - (await balance())).toBeGreaterThan(0)
  })

  it('a person refuses a call', async () => {
    const asked = bought()
    const approval = approvalIn(await buy(asked))
    expect(await admin('POST', `/v1/approvals/${approval}/refuse`)).toMatchObject({ status: 200 })
    expect(await approve(approval)).toMatchObject(unusable('was refused'))
    expect(await buy(asked, { approval: String(approval) })).toMatchObject(unusable('was refused'))
  })

  it('neither the key nor another one approves, and the key does nothing that is for people', async () => {
    const approval = approvalIn(await buy(bought()))
    const free = withKey(await newKey('none'))
    for (const ask of [assistant, free]) {
      expect(await approve(approval, ask)).toMatchObject({ status: 403, json: { code: 4002 } })
      expect(await ask('GET', '/v1/approvals')).toMatchObject({ status: 403, json: { code: 4002 } })
    }
    const key = { name: 'free', scope: ['purchase'] }
    const people = [
      ['POST', '/v1/keys', key],
      ['GET', '/v1/keys'],
      ['GET', '/v1/contacts'],
      ['POST', '/v1/contacts', { ...person, username: 'other', password, role: 'tech' }],
      ['POST', '/v1/auth/recovery-codes', { password }],
    ] as const
    for (const [method, path, body] of people)
      expect(await assistant(method, path, { body })).toMatchObject({ status: 403, json: { code: 4002 } })
  })

  it('a change that costs money later is asked about too, with secrets left out', async () => {
    const { id } = await done('POST', '/v1/domains', { ...bought(), autorenew: 'off' })
    const change = (body: object, headers = {}) => assistant('PUT', `/v1/domains/${id}`, { body, headers })
    expect(await change({ is_locked: true })).toMatchObject({ status: 200 })
    const approval = approvalIn(await change({ autorenew: 'on', auth_code: 'k7!Rp2nq-Zz' }))
    const { arguments: shown } = await done('GET', `/v1/approvals/${approval}`)
    expect(shown).toMatchObject({ autorenew: 'on', auth_code: '[secret]' })
    const later = approvalIn(await change({ autorenew: 'on' }))
    await approved(later)
    expect(await change({ autorenew: 'on' }, { approval: String(later) })).toMatchObject({ status: 200 })
  })

  it('what cannot be undone is asked about for a key that says so', async () => {
    const { id } = await done('POST', '/v1/domains', bought())
    const careful = withKey(await newKey('purchases-and-destructive'))
    const remove = (headers = {}) => careful('DELETE', `/v1/domains/${id}`, { headers })
    const refused = await remove()
    const approval = approvalIn(refused)
    expect(refused.json.desc).toContain(': no price, ')
    const problem = await careful('DELETE', `/v1/domains/${id}`, { headers: { accept: 'application/problem+json' } })
    expect(problem.json).toMatchObject({ approval_id: approval })
    await approved(approval)
    expect(await remove({ approval: String(approval) })).toMatchObject({ status: 200 })
    const link = { body: { domain: 'approved.com' } }
    approvalIn(await careful('POST', '/v1/dns/domain-token', link))
    expect(await assistant('DELETE', `/v1/domains/${id}`)).not.toMatchObject({ json: { code: 10007 } })
  })
})

describe('over MCP', () => {
  const connected = async (key: string) => {
    const mcp = new Assistant({ name: 'assistant', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    const headers = { authorization: `Bearer ${key}` }
    await mcp.connect(new StreamableHTTPClientTransport(new URL(`${server.address}/all`), { requestInit: { headers } }))
    const call = async (name: string, given: object) => {
      const { isError = false, content } = await mcp.callTool({ name, arguments: { ...given } })
      return { isError, text: (content as { text: string }[]).map(({ text }) => text).join('\n') }
    }
    return { call, close: () => mcp.close() }
  }
  const idIn = ({ text }: { text: string }) =>
    Number(/Needs approval (\d+) of a person: price \d+\.\d\d EUR/.exec(text)![1])

  it('an assistant asks, a person approves, and the assistant buys', async () => {
    const assistant = await connected(await newKey('purchases'))
    const before = await balance()
    const asked = bought()
    const refused = await assistant.call('domains_create', asked)
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('(code 10007)') })
    expect(refused.text).toContain('An administrator approves it')
    const approval = idIn(refused)
    expect(await balance()).toBe(before)
    await approved(approval)
    const call = { ...asked, approval }
    expect(await assistant.call('domains_create', call)).toMatchObject({ isError: false })
    const spent = before - (await balance())
    expect(spent).toBeGreaterThan(0)
    // The same call again gets the same answer.
    expect(await assistant.call('domains_create', call)).toMatchObject({ isError: false })
    expect(before - (await balance())).toBe(spent)
    await assistant.close()
  })

  it('a hostile assistant spends nothing with it that the person has not seen', async () => {
    const key = await newKey('purchases-and-destructive')
    const hostile = await connected(key)
    const asked = bought()
    const approval = idIn(await hostile.call('domains_create', asked))
    const before = await balance()
    const tried: [string, object][] = [
      ['domains_create', { ...asked, approval }],
      ['approvals_approve', { id: approval, otp: '000000' }],
      ['keys_create', { name: 'free', scope: everyRight }],
      ['operations_call', { name: 'approvals_approve', arguments: { id: approval, otp: '000000' } }],
    ]
    for (const [name, given] of tried) {
      const isRefused = await hostile.call(name, given).then(
        ({ isError }) => isError,
        () => true,
      )
      expect([name, isRefused]).toEqual([name, true])
    }
    await approved(approval)
    for (const change of [{ period: 2 }, bought(), { autorenew: 'on' }, { owner_handle: 'XX000000-NL' }]) {
      const answer = await hostile.call('domains_create', { ...asked, ...change, approval })
      expect(answer).toMatchObject({ isError: true, text: expect.stringContaining('(code 10008)') })
    }
    const other = await connected(await newKey('purchases'))
    expect(await other.call('domains_create', { ...asked, approval })).toMatchObject({ isError: true })
    await other.close()
    expect(await balance()).toBe(before)
    expect(await hostile.call('domains_create', { ...asked, approval })).toMatchObject({ isError: false })
    const spent = before - (await balance())
    const again = { ...asked, approval, idempotency_key: 'once more' }
    expect(await hostile.call('domains_create', again)).toMatchObject({ isError: true })
    expect(before - (await balance())).toBe(spent)
    await hostile.close()
  })
})
