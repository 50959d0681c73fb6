import { createHmac } from 'node:crypto'
import { deleteWebhook } from '@nameyard/contracts/events/webhooks/delete-webhook'
import { getLegacyWebhook } from '@nameyard/contracts/events/webhooks/get-legacy-webhook'
import { listWebhooks } from '@nameyard/contracts/events/webhooks/list-webhooks'
import { rotateWebhookSecret } from '@nameyard/contracts/events/webhooks/rotate-webhook-secret'
import { sendTestEvent } from '@nameyard/contracts/events/webhooks/send-test-event'
import { setLegacyWebhook } from '@nameyard/contracts/events/webhooks/set-legacy-webhook'
import { updateWebhook } from '@nameyard/contracts/events/webhooks/update-webhook'
import { MOST_WEBHOOKS } from '@nameyard/contracts/events/webhooks/webhook'
import type { Actor, InputGiven } from '@nameyard/contracts/operation'
import { testParty, type TestParty } from '@nameyard/testing/party'
import type { Received } from '@nameyard/testing/receivers'
import { runningWebhooks, type RunningWebhooks } from './running-webhooks'

let platform: RunningWebhooks
let customers: TestParty
let orders: TestParty
beforeAll(async () => {
  platform = await runningWebhooks()
  const { amqpUrl: url, clock } = platform.log
  customers = await testParty('customers', { url, clock })
  orders = await testParty('orders', { url, clock })
})
afterAll(async () => {
  await customers?.close()
  await orders?.close()
  await platform?.close()
})

let account = 100
beforeEach(() => account++)

const path = () => `/${account}`
const settings = (over: Partial<InputGiven<typeof setLegacyWebhook>> = {}) => ({
  isEnabled: true,
  host: platform.receivers.url(path()),
  apiKey: 'key-of-mine',
  signatureSecret: 'words',
  ...over,
})

/** Sets the webhook of the account, as the customers service asks for it. */
const set = (over: Partial<InputGiven<typeof setLegacyWebhook>> = {}, caller: Partial<Actor> = {}) => {
  const call = customers.call(account)
  const actor = { ...call.actor!, contactId: account, ...caller }
  return customers.rpc.call(setLegacyWebhook, settings(over), { ...call, actor })
}
const read = () => orders.rpc.call(getLegacyWebhook, { resellerId: account }, orders.call(account))
const webhook = async () => (await platform.call(listWebhooks, account, {})).results[0]!
const state = { id: 42, domain: { name: 'example', extension: 'co.uk' } }

/** Checks the signature of a request, as a receiver does. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const [, seconds, digest] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-webhook-signature'])) ?? []
  return digest === createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
}

it('is saved after its receiver has answered a test event, and read without its secrets', async () => {
  expect(await read()).toEqual({ isEnabled: false, host: '' })
  await set()
  const [request] = await platform.received(path())
  expect(request!.headers).toMatchObject({ authorization: 'Bearer key-of-mine', 'content-type': 'application/json' })
  expect(isSigned(request!, 'words')).toBe(true)
  expect(JSON.parse(request!.body)).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    schemaVersion: '1.0',
    eventType: 'testEvent',
    timeStamp: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    data: { domain: 'example.com', domainId: 0 },
  })
  expect(await read()).toEqual({ isEnabled: true, host: platform.receivers.url(path()) })
  const hook = await webhook()
  expect(hook).toMatchObject({ form: 'legacy', status: 'active', types: ['domain.*'] })
  expect(JSON.stringify(hook)).not.toMatch(/key-of-mine|words/)
  const stored = await platform.log.sql.query(
    `select * from webhook where account = $1 and (position('key-of-mine'::bytea in bearer) > 0
       or position('words'::bytea in secret) > 0)`,
    [account],
  )
  expect(stored.rowCount).toBe(0)
  expect(await platform.deliveries(account, hook.id)).toMatchObject([
    { type: 'testEvent', status: 'accepted', attempts: [{ status: 200 }], body: JSON.parse(request!.body) },
  ])
})

it('sends the events of domains in its form, with the retries and the log of all webhooks', async () => {
  await set()
  const { id } = await webhook()
  platform.receivers.behave(path(), (request) => request.answer(503))
  const [moved] = await platform.add(account, 'domains/42', 1, { type: 'domain.transfer-out-completed', state })
  await platform.until(account, id, (hook) => hook.failing_since !== '0000-00-00 00:00:00', 'it fails')
  platform.receivers.behave(path(), (request) => request.answer(200))
  platform.log.clock.advance(7_000)
  const [, first, second] = await platform.received(path(), 3)
  expect(second!.body).toBe(first!.body)
  expect(isSigned(second!, 'words')).toBe(true)
  expect(second!.headers).not.toHaveProperty('webhook-signature')
  expect(JSON.parse(second!.body)).toMatchObject({
    id: moved!.id,
    eventType: 'outgoingTransferCompleted',
    data: { domain: 'example.co.uk', domainId: 42 },
  })
  await platform.until(account, id, ({ waiting }) => waiting === 0, 'it is accepted')
  expect((await platform.deliveries(account, id))[0]).toMatchObject({
    status: 'accepted',
    attempt_count: 2,
    body: JSON.parse(second!.body),
  })
})

it.each([
  ['domain.deleted', 'deletionCompleted'],
  ['domain.renewal-failed', 'renewalFailed'],
  ['domain.renewed', 'renewed'],
])('names %s %s, and gets no events of other objects', async (type, eventType) => {
  await set()
  await platform.add(account, 'dns/zones/a.com', 1, { type: 'zone.published' })
  await platform.add(account, 'domains/42', 1, { type, state })
  const [, request] = await platform.received(path(), 2)
  expect(JSON.parse(request!.body)).toMatchObject({ eventType })
})

it.each([
  [204, 'the receiver answered 204'],
  [404, 'the receiver answered 404'],
])('is not saved when the test is answered with %i', async (status, problem) => {
  platform.receivers.behave(path(), (request) => request.answer(status))
  await expect(set()).rejects.toMatchObject({ refusal: 'webhook_test_failed', details: { problem } })
  expect(await read()).toEqual({ isEnabled: false, host: '' })
})

it('keeps what it was when a new address does not answer', async () => {
  await set()
  await expect(set({ host: 'https://127.0.0.1:1/' })).rejects.toMatchObject({ refusal: 'webhook_test_failed' })
  expect(await read()).toEqual({ isEnabled: true, host: platform.receivers.url(path()) })
})

it.each<[Partial<InputGiven<typeof setLegacyWebhook>>, string]>([
  [{ host: '' }, 'host'],
  [{ host: 'http://example.com' }, 'host'],
  [{ host: 'https://10.0.0.1/' }, 'host'],
  [{ host: 'no address' }, 'host'],
  [{ apiKey: '' }, 'api_key'],
  [{ apiKey: 'a b' }, 'api_key'],
  [{ apiKey: 'a\r\nx: y' }, 'api_key'],
  [{ signatureSecret: 'é' }, 'signature_secret'],
])('refuses %j and sends nothing', async (given, field) => {
  await expect(set(given)).rejects.toMatchObject({
    refusal: 'invalid_input',
    details: { field: `notifications_settings.webhook_settings.${field}` },
  })
  expect(platform.receivers.of(path())).toEqual([])
})

it('keeps its key and secret if they are not sent again, but never takes the key to another host', async () => {
  await set()
  await set({ host: '', apiKey: '', signatureSecret: '' })
  const [, second] = await platform.received(path(), 2)
  expect(second!.headers.authorization).toBe('Bearer key-of-mine')
  expect(isSigned(second!, 'words')).toBe(true)
  await expect(set({ host: platform.receivers.url(`${path()}/other`), apiKey: '' })).rejects.toMatchObject({
    refusal: 'invalid_input',
    details: { field: 'notifications_settings.webhook_settings.api_key' },
  })
  expect(platform.receivers.of(`${path()}/other`)).toEqual([])
})

it('does not sign without a secret', async () => {
  await set({ signatureSecret: '' })
  const [request] = await platform.received(path())
  expect(request!.headers).not.toHaveProperty('x-webhook-signature')
})

it('stops when it is switched off, and begins with the next event when it is switched on', async () => {
  await set({ isEnabled: false })
  await set()
  await set({ isEnabled: false, host: 'https://example.com/ignored' })
  expect(await read()).toEqual({ isEnabled: false, host: platform.receivers.url(path()) })
  await platform.add(account, 'domains/42', 1, { state })
  await set({ host: '', apiKey: '', signatureSecret: '' })
  await platform.add(account, 'domains/42', 1, { type: 'domain.renewed', state })
  const requests = await platform.received(path(), 3)
  expect(requests.map(({ body }) => (JSON.parse(body) as { eventType: string }).eventType)).toEqual([
    'testEvent',
    'testEvent',
    'renewed',
  ])
})

it('is one of the webhooks of the account, whose other operations leave its address and secret alone', async () => {
  await set()
  const { id } = await webhook()
  const legacy = { refusal: 'webhook_is_legacy' }
  await expect(platform.call(rotateWebhookSecret, account, { id })).rejects.toMatchObject(legacy)
  for (const change of [{ url: 'https://example.com/' }, { types: [] }]) {
    await expect(platform.call(updateWebhook, account, { id, ...change })).rejects.toMatchObject(legacy)
  }
  await expect(platform.call(sendTestEvent, account, { id, type: 'zone.published' })).rejects.toMatchObject({
    refusal: 'invalid_input',
  })
  await platform.call(sendTestEvent, account, { id, type: 'domain.renewed' })
  const [, request] = await platform.received(path(), 2)
  expect(JSON.parse(request!.body)).toMatchObject({ eventType: 'renewed', data: { domainId: expect.any(Number) } })
  await platform.call(deleteWebhook, account, { id })
  expect(await read()).toEqual({ isEnabled: false, host: '' })
  for (let count = 0; count < MOST_WEBHOOKS; count++) await platform.create(account, path())
  await expect(set()).rejects.toMatchObject({ refusal: 'webhook_limit_reached' })
})

it('is one for each account, also when it is set twice at the same time', async () => {
  await Promise.all([set(), set({ apiKey: 'another' })])
  expect((await platform.call(listWebhooks, account, {})).results).toHaveLength(1)
})

it('is set by whom webhooks are for', async () => {
  const enforced = { role: 'billing', enforcesRoles: true } as const
  await expect(set({}, enforced)).rejects.toMatchObject({ refusal: 'role_insufficient' })
  await expect(set({}, { keyId: 7, approval: 'purchases' })).rejects.toMatchObject({ refusal: 'person_needed' })
  await expect(set({}, { scope: ['write'] })).rejects.toMatchObject({ refusal: 'scope_insufficient' })
  expect(await read()).toEqual({ isEnabled: false, host: '' })
})
