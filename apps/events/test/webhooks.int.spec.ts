import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { deleteWebhook } from '@nameyard/contracts/events/webhooks/delete-webhook'
import { listWebhookDeliveries } from '@nameyard/contracts/events/webhooks/list-webhook-deliveries'
import { listWebhooks } from '@nameyard/contracts/events/webhooks/list-webhooks'
import { resendWebhookDelivery } from '@nameyard/contracts/events/webhooks/resend-webhook-delivery'
import { rotateWebhookSecret } from '@nameyard/contracts/events/webhooks/rotate-webhook-secret'
import { sendTestEvent } from '@nameyard/contracts/events/webhooks/send-test-event'
import { updateWebhook } from '@nameyard/contracts/events/webhooks/update-webhook'
import { MOST_WEBHOOKS } from '@nameyard/contracts/events/webhooks/webhook'
import type { Received } from '@nameyard/testing/receivers'
import { runningWebhooks, type RunningWebhooks } from './running-webhooks'

let platform: RunningWebhooks
beforeAll(async () => {
  platform = await runningWebhooks()
})
afterAll(async () => {
  await platform?.close()
})

let account = 100
beforeEach(() => account++)

const path = () => `/${account}`
const verified = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>)

describe('webhooks.create', () => {
  it('answers with the secret once, and begins with the next event', async () => {
    await platform.add(account, 'domains/1', 2)
    const { secret, ...created } = await platform.create(account, path(), { types: ['domain.*'], description: 'shop' })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(created).toMatchObject({
      types: ['domain.*'],
      description: 'shop',
      status: 'active',
      position: 2,
      waiting: 0,
    })
    expect(await platform.get(account, created.id)).toEqual(created)
    expect((await platform.call(listWebhooks, account, {})).results).toEqual([created])
    const { rows } = await platform.log.sql.query('select secret from webhook where id = $1', [created.id])
    expect((rows[0].secret as Buffer).includes(Buffer.from(secret.slice('whsec_'.length), 'base64'))).toBe(false)
  })

  it.each([
    ['http://example.com/', 'webhook_url_refused'],
    ['https://127.0.0.2/', 'webhook_url_refused'],
    ['https://localhost/', 'webhook_url_refused'],
    ['https://user:secret@example.com/', 'webhook_url_refused'],
    ['ftp://example.com/', 'webhook_url_refused'],
    ['no address', 'webhook_url_refused'],
  ])('refuses the address %s', async (url, refusal) => {
    await expect(platform.create(account, path(), { url })).rejects.toMatchObject({ refusal })
  })

  it('refuses a type that does not exist, and a field that it does not know', async () => {
    const refused = { refusal: 'invalid_input' }
    await expect(platform.create(account, path(), { types: ['domain.eaten'] })).rejects.toMatchObject(refused)
    await expect(platform.create(account, path(), { type: ['domain.*'] })).rejects.toMatchObject(refused)
  })

  it('refuses one more than the limit', async () => {
    for (let count = 0; count < MOST_WEBHOOKS; count++) await platform.create(account, path())
    await expect(platform.create(account, path())).rejects.toMatchObject({ refusal: 'webhook_limit_reached' })
  })

  it('refuses a token without the right to write or to read', async () => {
    for (const scope of [['read'], ['write']] as const) {
      await expect(platform.create(account, path(), {}, { scope })).rejects.toMatchObject({
        refusal: 'scope_insufficient',
      })
    }
  })
})

describe('a delivery', () => {
  it('is the event as events.list shows it, signed as Standard Webhooks say', async () => {
    const { id, secret } = await platform.create(account, path())
    const [event] = await platform.add(account, 'domains/1', 1, { state: { id: 1, name: 'münchen' } })
    const [request] = await platform.received(path())
    const { results } = await platform.log.list(account)
    expect(verified(secret, request!)).toEqual(results[0])
    expect(request!.headers).toMatchObject({ 'webhook-id': event!.id, 'content-type': 'application/json' })
    const hook = await platform.until(account, id, ({ waiting }) => waiting === 0, 'no delivery waits')
    expect(hook).toMatchObject({ position: 1, failing_since: '0000-00-00 00:00:00' })
    expect(hook.last_accepted_at).not.toBe('0000-00-00 00:00:00')
    const [delivery] = await platform.deliveries(account, id)
    expect(delivery).toMatchObject({
      event: event!.id,
      type: 'domain.activated',
      subject: 'domains/1',
      sequence: 1,
      status: 'accepted',
      reason: '',
      attempt_count: 1,
      attempts: [{ status: 200, answer: '', problem: '', url: platform.receivers.url(path()) }],
      body: results[0],
    })
  })

  it('is made for events of the filter only', async () => {
    const { id } = await platform.create(account, path(), { types: ['domain.renewed'] })
    await platform.add(account, 'domains/1', 2)
    const [renewed] = await platform.add(account, 'domains/2', 1, { type: 'domain.renewed' })
    const [request] = await platform.received(path())
    expect(request!.headers['webhook-id']).toBe(renewed!.id)
    expect(await platform.until(account, id, ({ waiting }) => waiting === 0, 'all sent')).toMatchObject({ position: 3 })
    expect(platform.receivers.of(path())).toHaveLength(1)
  })

  it('is made for each webhook of the account, and for no other account', async () => {
    const [first, second] = [`${path()}/a`, `${path()}/b`]
    await platform.create(account, first)
    await platform.create(account, second)
    await platform.create(account + 1_000, `${path()}/other`)
    const [event] = await platform.add(account, 'domains/1')
    for (const each of [first, second]) {
      expect((await platform.received(each)).map(({ headers }) => headers['webhook-id'])).toEqual([event!.id])
    }
    expect(platform.receivers.of(`${path()}/other`)).toEqual([])
  })
})

describe('webhooks.rotate-secret', () => {
  it('signs with both secrets until the overlap ends', async () => {
    const { id, secret } = await platform.create(account, path())
    const { secret: second } = await platform.call(rotateWebhookSecret, account, { id })
    await platform.add(account, 'domains/1')
    const [both] = await platform.received(path())
    expect(verified(secret, both!)).toEqual(verified(second, both!))
    const { secret: third, former_secret_until } = await platform.call(rotateWebhookSecret, account, {
      id,
      overlap_hours: 0,
    })
    expect(former_secret_until).toBe('0000-00-00 00:00:00')
    await platform.add(account, 'domains/1')
    const [, last] = await platform.received(path(), 2)
    expect(verified(third, last!)).toMatchObject({ type: 'domain.activated' })
    expect(() => verified(second, last!)).toThrow()
  })
})

describe('webhooks.send-test', () => {
  it('sends an event of any type, whatever the filter', async () => {
    const { id, secret } = await platform.create(account, path(), { types: ['domain.renewed'] })
    const { event, delivery } = await platform.call(sendTestEvent, account, { id, type: 'webhook.paused' })
    const [request] = await platform.received(path())
    expect(verified(secret, request!)).toMatchObject({ id: event, type: 'webhook.paused', istest: true, account })
    await platform.until(account, id, ({ waiting }) => waiting === 0, 'the test is sent')
    expect(await platform.deliveries(account, id)).toMatchObject([{ id: delivery, sequence: 0, status: 'accepted' }])
    expect(await platform.log.list(account)).toMatchObject({ results: [] })
  })

  it('refuses a type that does not exist, and a webhook that does not run', async () => {
    const { id } = await platform.create(account, path())
    const test = (type: string) => platform.call(sendTestEvent, account, { id, type })
    await expect(test('domain.eaten')).rejects.toMatchObject({ refusal: 'invalid_input' })
    await platform.call(updateWebhook, account, { id, status: 'paused' })
    await expect(test('domain.renewed')).rejects.toMatchObject({ refusal: 'webhook_not_active' })
  })
})

describe('webhooks.update', () => {
  it('pauses, and sends the events of the pause when it goes on', async () => {
    const { id } = await platform.create(account, path())
    expect(await platform.call(updateWebhook, account, { id, status: 'paused' })).toMatchObject({ status: 'paused' })
    const events = await platform.add(account, 'domains/1', 2)
    await platform.call(updateWebhook, account, { id, status: 'active' })
    const requests = await platform.received(path(), 2)
    expect(requests.map(({ headers }) => headers['webhook-id']).toSorted()).toEqual(
      events.map((event) => event.id).toSorted(),
    )
  })

  it('changes the address and the filter, and keeps what is absent', async () => {
    const { id } = await platform.create(account, path(), { description: 'shop', types: ['domain.*'] })
    const changed = await platform.call(updateWebhook, account, { id, url: platform.receivers.url(`${path()}/new`) })
    expect(changed).toMatchObject({ description: 'shop', types: ['domain.*'], status: 'active' })
    await platform.call(updateWebhook, account, { id, types: [] })
    await platform.add(account, 'domains/1')
    await platform.received(`${path()}/new`)
    await expect(platform.call(updateWebhook, account, { id, url: 'http://example.com' })).rejects.toMatchObject({
      refusal: 'webhook_url_refused',
    })
  })

  it('refuses to skip events that are gone unless it is told where to go on', async () => {
    const { id } = await platform.create(account, path())
    await platform.call(updateWebhook, account, { id, status: 'paused' })
    const events = await platform.add(account, 'domains/1', 3)
    await platform.log.sql.query('delete from account_event where account = $1 and sequence < 3', [account])
    await expect(platform.call(updateWebhook, account, { id, status: 'active' })).rejects.toMatchObject({
      refusal: 'events_expired',
      details: { oldest: 3 },
    })
    await expect(platform.call(updateWebhook, account, { id, status: 'active', after: 9 })).rejects.toMatchObject({
      refusal: 'events_unknown',
    })
    await platform.call(updateWebhook, account, { id, status: 'active', after: 2 })
    const [request] = await platform.received(path())
    expect(request!.headers['webhook-id']).toBe(events[2]!.id)
  })

  it('goes back in the log and sends the same events again', async () => {
    const { id } = await platform.create(account, path())
    const [first, second] = await platform.add(account, 'domains/1', 2)
    await platform.received(path(), 2)
    await platform.until(account, id, ({ waiting }) => waiting === 0, 'all sent')
    await platform.call(updateWebhook, account, { id, status: 'active', after: 1 })
    const requests = await platform.received(path(), 3)
    expect(requests.at(-1)!.headers['webhook-id']).toBe(second!.id)
    expect(requests.filter(({ headers }) => headers['webhook-id'] === first!.id)).toHaveLength(1)
  })
})

describe('webhooks.list-deliveries and webhooks.resend-delivery', () => {
  it('sends the same event again with the same id', async () => {
    const { id } = await platform.create(account, path())
    const [event] = await platform.add(account, 'domains/1')
    await platform.until(account, id, (hook) => hook.position === 1 && hook.waiting === 0, 'sent')
    const [delivery] = await platform.deliveries(account, id)
    await platform.call(resendWebhookDelivery, account, { id, delivery: delivery!.id })
    const [first, second] = await platform.received(path(), 2)
    expect(second!.headers['webhook-id']).toBe(event!.id)
    expect(second!.body).toBe(first!.body)
    await platform.until(account, id, ({ waiting }) => waiting === 0, 'sent again')
    expect(await platform.deliveries(account, id)).toMatchObject([{ attempt_count: 2, status: 'accepted' }])
  })

  it('refuses a delivery that is not there, and one whose event is gone', async () => {
    const { id } = await platform.create(account, path())
    await platform.add(account, 'domains/1')
    await platform.until(account, id, (hook) => hook.position === 1 && hook.waiting === 0, 'sent')
    const [delivery] = await platform.deliveries(account, id)
    const resend = (given: number, of = id) =>
      platform.call(resendWebhookDelivery, account, { id: of, delivery: given })
    await expect(resend(999_999_999)).rejects.toMatchObject({ refusal: 'webhook_delivery_not_found' })
    const other = await platform.create(account, path())
    await expect(resend(delivery!.id, other.id)).rejects.toMatchObject({ refusal: 'webhook_delivery_not_found' })
    await platform.log.sql.query('delete from account_event where account = $1', [account])
    await expect(resend(delivery!.id)).rejects.toMatchObject({ refusal: 'webhook_event_gone' })
    expect(await platform.deliveries(account, id)).toMatchObject([{ body: null }])
  })

  it('filters, and is read in pages', async () => {
    const { id } = await platform.create(account, path())
    const events = await platform.add(account, 'domains/1', 3)
    await platform.add(account, 'domains/2', 1, { type: 'domain.renewed' })
    await platform.until(account, id, (hook) => hook.position === 4 && hook.waiting === 0, 'sent')
    const list = (query: object) => platform.call(listWebhookDeliveries, account, { id, ...query })
    expect((await list({ type: 'domain.renewed' })).results).toHaveLength(1)
    expect((await list({ event: events[1]!.id })).results).toMatchObject([{ sequence: 2 }])
    expect((await list({ status: 'accepted' })).results).toHaveLength(4)
    expect((await list({ status: 'failed' })).results).toEqual([])
    for (const event of [randomUUID(), 'no id']) expect((await list({ event })).results).toEqual([])
    const first = await list({ limit: 3 })
    expect(first.results.map(({ sequence }) => sequence)).toEqual([4, 3, 2])
    const rest = await list({ limit: 3, before: first.next_before! })
    expect(rest).toMatchObject({ results: [{ sequence: 1 }], next_before: null })
  })
})

it('lets no other account see or change a webhook', async () => {
  const { id } = await platform.create(account, path())
  const other = account + 1_000
  const calls = [
    platform.get(other, id),
    platform.call(updateWebhook, other, { id, status: 'paused' }),
    platform.call(deleteWebhook, other, { id }),
    platform.call(rotateWebhookSecret, other, { id }),
    platform.call(sendTestEvent, other, { id, type: 'domain.renewed' }),
    platform.call(listWebhookDeliveries, other, { id }),
    platform.call(resendWebhookDelivery, other, { id, delivery: 1 }),
  ]
  for (const call of calls) await expect(call).rejects.toMatchObject({ refusal: 'webhook_not_found' })
  expect(await platform.get(account, id)).toMatchObject({ status: 'active' })
})

it('sends nothing more once it is deleted', async () => {
  const { id } = await platform.create(account, path())
  const last = await platform.create(account, `${path()}/last`)
  await platform.call(deleteWebhook, account, { id })
  await expect(platform.get(account, id)).rejects.toMatchObject({ refusal: 'webhook_not_found' })
  await platform.add(account, 'domains/1')
  await platform.until(account, last.id, (hook) => hook.position === 1 && hook.waiting === 0, 'the other one has it')
  expect(platform.receivers.of(path())).toEqual([])
})
