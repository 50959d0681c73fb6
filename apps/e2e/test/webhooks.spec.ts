import { Webhook } from 'standardwebhooks'
import { eventually } from '@nameyard/testing/eventually'
import { Receivers, type Received } from '@nameyard/testing/receivers'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** Webhooks as resellers use them, over HTTP. */

interface Event {
  readonly id: string
  readonly type: string
  readonly subject: string
  readonly istest?: boolean
}

let platform: InProcess
let own: Ask
let receivers: Receivers
beforeAll(async () => {
  receivers = await Receivers.listen()
  platform = await startInProcess({ events: { EGRESS_ALLOW: '127.0.0.1' } })
  own = await platform.open('hooked')
})
afterAll(async () => {
  await platform?.close()
  await receivers?.close()
})

const ask = (method: string, path: string, body?: object) => own(method, `/v1/webhooks${path}`, { body })
const done = async (method: string, path: string, body?: object) => {
  const { status, json, text } = await ask(method, path, body)
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}
const codeOf = async (method: string, path: string, body?: object) => (await ask(method, path, body)).json.code

const verified = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as Event
const requests = (path: string, count: number) =>
  eventually(() => receivers.of(path).length >= count && receivers.of(path), `${count} requests to ${path}`)
const settled = (id: number, query = '') =>
  eventually(async () => {
    const page = await done('GET', `/${id}/deliveries${query}`)
    return page.results.length > 0 && page.results[0].status !== 'waiting' && page
  }, 'a delivery that is settled')

it('tells a domain that is registered, to a receiver that checks the signature', async () => {
  const { id, secret } = await done('POST', '', { url: receivers.url('/life'), types: ['domain.activated'] })
  receivers.behave('/life', (request) => request.answer(202, 'thank you'))
  const { json } = await own('POST', '/v1/customers', { body: person })
  const domain = await own('POST', '/v1/domains', { body: order('hooked.com', json.data.handle) })
  const [request] = await requests('/life', 1)
  const event = verified(secret, request!)
  expect(event).toMatchObject({ type: 'domain.activated', subject: `domains/${domain.json.data.id}` })
  const { results } = await settled(id)
  expect(results).toMatchObject([
    {
      event: event.id,
      status: 'accepted',
      attempts: [{ url: receivers.url('/life'), status: 202, answer: 'thank you', duration_ms: expect.any(Number) }],
      body: JSON.parse(request!.body),
    },
  ])
  await done('POST', `/${id}/deliveries/${results[0].id}/resend`)
  const [, again] = await requests('/life', 2)
  expect(again!.headers['webhook-id']).toBe(event.id)
  expect(again!.body).toBe(request!.body)
})

it('signs with both secrets after a rotation, and sends a test event of any type', async () => {
  const { id, secret } = await done('POST', '', { url: receivers.url('/turn') })
  const { secret: next } = await done('POST', `/${id}/rotate-secret`, { overlap_hours: 1 })
  for (const [at, type] of ['zone.published', 'credit.low', 'webhook.paused'].entries()) {
    await done('POST', `/${id}/test`, { type })
    const request = (await requests('/turn', at + 1)).at(-1)!
    expect(verified(secret, request)).toEqual(verified(next, request))
    expect(verified(next, request)).toMatchObject({ type, istest: true })
  }
})

it('lists deliveries by their fields, in pages', async () => {
  const { id } = await done('POST', '', { url: receivers.url('/pages') })
  const { event } = await done('POST', `/${id}/test`, { type: 'domain.renewed' })
  await requests('/pages', 1)
  const { delivery } = await done('POST', `/${id}/test`, { type: 'domain.expired' })
  await requests('/pages', 2)
  await settled(id, '?type=domain.renewed')
  await settled(id, `?event=${event}`)
  const accepted = await settled(id, '?status=accepted&limit=1')
  expect(accepted.results).toHaveLength(1)
  const rest = await settled(id, `?before=${delivery}`)
  expect(rest.results).toMatchObject([{ type: 'domain.renewed' }])
})

it('is refused with the reason', async () => {
  const { id } = await done('POST', '', { url: receivers.url('/refusals') })
  expect(await codeOf('POST', '', { url: 'http://example.com/' })).toBe(806)
  expect(await codeOf('PUT', `/${id}`, { url: 'https://10.0.0.1/' })).toBe(806)
  for (const [method, path, body] of [
    ['GET', '/999999', undefined],
    ['PUT', '/999999', { status: 'paused' }],
    ['DELETE', '/999999', undefined],
    ['POST', '/999999/rotate-secret', {}],
    ['POST', '/999999/test', { type: 'domain.renewed' }],
    ['GET', '/999999/deliveries', undefined],
    ['POST', '/999999/deliveries/1/resend', undefined],
    ['POST', `/${id}/deliveries/999999/resend`, undefined],
  ] as const)
    expect([path, await codeOf(method, path, body)]).toEqual([path, 98])
  expect(await codeOf('PUT', `/${id}`, { status: 'active', after: 999_999 })).toBe(4010)
  receivers.behave('/refusals', () => undefined)
  for (let tests = 0; tests < 10; tests++) await done('POST', `/${id}/test`, { type: 'domain.renewed' })
  expect(await codeOf('POST', `/${id}/test`, { type: 'domain.renewed' })).toBe(399)
  await done('PUT', `/${id}`, { status: 'paused' })
  expect(await done('GET', `/${id}`)).toMatchObject({ status: 'paused', form: 'standard' })
  expect(await codeOf('POST', `/${id}/test`, { type: 'domain.renewed' })).toBe(399)
  expect(await codeOf('POST', `/${id}/deliveries/1/resend`)).toBe(399)
  for (let count = (await done('GET', '')).results.length; count < 20; count++) {
    await done('POST', '', { url: receivers.url('/many') })
  }
  expect(await codeOf('POST', '', { url: receivers.url('/many') })).toBe(399)
  await done('DELETE', `/${id}`)
})

it('tries every refusal and query field of webhooks', () => {
  // Where a test needs no secrets, a contact that is removed meanwhile, or a log that is older than its retention. The
  // webhook of the notification settings has tests of its own.
  const rare = ['webhooks_unavailable', 'access_denied', 'events_expired', 'webhook_event_gone', 'webhook_is_legacy']
  const untried = platform.exercised.untried('webhooks')
  expect(untried.filter((each) => !rare.some((name) => each.endsWith(` error ${name}`)))).toEqual([])
})
