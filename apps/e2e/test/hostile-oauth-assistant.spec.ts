import { Secret, TOTP } from 'otpauth'
import { eventually } from '@nameyard/testing/eventually'
import { order, person } from '../src/reseller'
import { settled } from './charges'
import type { Ask } from './in-process'
import { OAuthAssistants } from './oauth-assistants'

/** An assistant that a person has connected by OAuth, with the right to order, and that orders as much as it can. */

let oauth: OAuthAssistants
let admin: Ask
let handle: string
/** Recovery codes of the person: each is a second factor once. */
let codes: string[]

const done = async (method: string, path: string, body?: object) => {
  const { status, json, text } = await admin(method, path, { ...(body && { body }) })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}

beforeAll(async () => {
  oauth = await OAuthAssistants.start()
  const headers = await oauth.login()
  admin = (method, path, { body } = {}) =>
    oauth.platform.ask(method, path, {
      headers,
      ...(body !== undefined && { body: body as object }),
    }) as ReturnType<Ask>
  ;({ handle } = await done('POST', '/v1/customers', person))
  const { password } = oauth.platform.account
  const { id, secret } = await done('POST', '/v1/auth/factors/totp', { name: 'phone', password })
  const code = new TOTP({ secret: Secret.fromBase32(secret as string) }).generate()
  codes = (await done('POST', `/v1/auth/factors/totp/${id}/confirm`, { code })).recovery_codes
})
afterAll(() => oauth?.close())

/** Connects an assistant that may do everything. Returns how it calls a tool. */
const connect = async (entered: Readonly<Record<string, string>>) => {
  const scope = 'read write purchase transfer-codes'
  const { access_token: token } = await oauth.tokensFor('all', scope, { ...entered, otp: codes.pop()! })
  const [session] = (await done('GET', '/v1/auth/sessions?limit=1')).results
  const call = async (name: string, given: object) => {
    const text = await (await oauth.message(token, 'all', { name, arguments: given })).text()
    return { text, isRefused: text.includes('"isError":true') || text.includes('"error"') }
  }
  return { call, session }
}
type Calls = Awaited<ReturnType<typeof connect>>['call']

let names = 0
const bought = () => order(`hostile-${(names += 1)}.com`, handle)

const balance = async () => {
  await settled(admin)
  return (await done('GET', '/v1/resellers')).balance as number
}
const approvalIn = (text: string): number => {
  const [, id] = /Needs approval (\d+) of a person: price \d+\.\d\d EUR/.exec(text) ?? []
  if (id === undefined) throw new Error(text)
  return Number(id)
}

/** Whatever it could try to get around its limits. */
const tricks = async (call: Calls, approval: number, session: string) => {
  const ways: [string, object][] = [
    ['approvals_approve', { id: approval, otp: '000000' }],
    ['access_update_session', { id: session, approval: 'none' }],
    ['keys_create', { name: 'free', scope: ['read', 'write', 'purchase'] }],
  ]
  for (const [name, given] of ways) {
    expect([name, (await call(name, given)).isRefused]).toEqual([name, true])
    const through = await call('operations_call', { name, arguments: given })
    expect([name, through.isRefused]).toEqual([name, true])
  }
}

it('an assistant with purchases needs approvals by default, and spends nothing without one', async () => {
  const { call, session } = await connect({ approval: '', spend_per_month: '' })
  expect(session).toMatchObject({ profile: 'all', approval: 'purchases', spend_per_day: null, spend_per_month: null })
  const before = await balance()
  const asked = bought()
  const { text } = await call('domains_create', asked)
  const approval = approvalIn(text)
  await tricks(call, approval, session.id)
  expect((await call('domains_create', { ...asked, approval })).text).toContain('a person has not decided yet')
  for (let left = 5; left > 0; left -= 1) expect((await call('domains_create', bought())).isRefused).toBe(true)
  expect(await balance()).toBe(before)

  const shown = await done('GET', `/v1/approvals/${approval}`)
  expect(shown).toMatchObject({
    operation: 'domains.create',
    key_id: null,
    key_name: 'Aster <b>assistant</b>',
    session_id: session.id,
    arguments: { domain: asked.domain },
  })
  expect((await done('GET', '/v1/approvals')).results).toContainEqual(expect.objectContaining({ id: approval }))
  await done('POST', `/v1/approvals/${approval}/approve`, { otp: codes.pop() })
  // Neither other arguments nor another assistant use it up.
  expect((await call('domains_create', { ...asked, period: 2, approval })).text).toContain('(code 10008)')
  const other = await connect({ approval: 'purchases' })
  expect((await other.call('domains_create', { ...asked, approval })).text).toContain(
    'this assistant did not ask for it',
  )
  expect(await balance()).toBe(before)
  expect((await call('domains_create', { ...asked, approval })).isRefused).toBe(false)
  expect(before - (await balance())).toBeCloseTo(shown.price as number)
  const again = await call('domains_create', { ...asked, approval, idempotency_key: 'once more' })
  expect(again.text).toContain('was used')
  expect(before - (await balance())).toBeCloseTo(shown.price as number)
})

it('what cannot be undone needs an approval if the person wants it', async () => {
  const { id } = await done('POST', '/v1/domains', bought())
  const { call } = await connect({ approval: 'purchases-and-destructive' })
  expect((await call('domains_delete', { id })).text).toContain('(code 10007)')
  expect(await done('GET', `/v1/domains/${id}`)).toMatchObject({ status: expect.not.stringContaining('DEL') })
})

it('orders without approval need a limit, and never exceed it together', async () => {
  await expect(connect({ approval: 'none', spend_per_month: '' })).rejects.toThrow('Set a limit')
  await expect(connect({ approval: 'none', spend_per_month: 'much' })).rejects.toThrow('A limit is an amount')
  const { call, session } = await connect({ approval: 'none', spend_per_month: '25,00' })
  expect(session).toMatchObject({ approval: 'none', spend_per_month: 25 })
  const before = await balance()
  const answers = await Promise.all(Array.from({ length: 8 }, () => call('domains_create', bought())))
  expect(answers.some(({ text }) => text.includes('limit: 25.00 EUR per month'))).toBe(true)
  const spent = before - (await balance())
  expect([spent > 0, spent <= 25]).toEqual([true, true])

  // The person changes what it may do, and it holds for the next call.
  await done('PUT', `/v1/auth/sessions/${session.id}`, { approval: 'purchases', spend_per_month: 25 })
  const isAsked = async () => (await call('domains_create', bought())).text.includes('(code 10007)')
  await eventually(isAsked, 'orders need an approval')
  expect(before - (await balance())).toBe(spent)
  const ended = (body: object) => admin('PUT', `/v1/auth/sessions/${session.id}`, { body })
  expect(await ended({ approval: 'none', spend_per_mnth: 1 })).toMatchObject({ status: 400 })
  expect(await ended({})).toMatchObject({ status: 400 })
  expect(await ended({ approval: 'none', spend_per_day: 1e10 })).toMatchObject({ status: 400 })
})

it('a login has no limits to change', async () => {
  const { results } = await done('GET', '/v1/auth/sessions?limit=100')
  const login = results.find(({ client_id }: { client_id: string }) => client_id === '')
  expect(login).toMatchObject({ approval: 'none', spend_per_day: null, spend_per_month: null })
  const change = (id: string) => admin('PUT', `/v1/auth/sessions/${id}`, { body: { approval: 'purchases' } })
  expect(await change(login.id)).toMatchObject({ status: 400, json: { desc: expect.stringContaining('is a login') } })
  expect(await change('0'.repeat(12))).toMatchObject({ status: 404 })
})
