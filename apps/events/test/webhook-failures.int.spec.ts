import { resendWebhookDelivery } from '@nameyard/contracts/events/webhooks/resend-webhook-delivery'
import { updateWebhook } from '@nameyard/contracts/events/webhooks/update-webhook'
import { eventually } from '@nameyard/testing/eventually'
import { actors, outage } from './actors-stand-in'
import { runningWebhooks, type RunningWebhooks } from './running-webhooks'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const UNSET = '0000-00-00 00:00:00'

let platform: RunningWebhooks
beforeAll(async () => {
  platform = await runningWebhooks({ RETENTION_EVENTS_DAYS: '60' })
})
afterAll(async () => {
  await platform?.close()
})

let account = 100
beforeEach(() => account++)

const path = () => `/${account}`

/** The types of the events in the log of an account, besides those of domains. */
const webhookEvents = async () =>
  (await platform.log.list(account, { type: ['webhook.*'] })).results.map(({ type, subject, data }) => ({
    type,
    subject,
    data,
  }))

describe('a delivery that is not accepted', () => {
  it('is tried again with the same id and body, after a growing pause', async () => {
    platform.receivers.behave(path(), (request) => request.answer(503, 'we are\0 closed'))
    const { id } = await platform.create(account, path())
    const [event] = await platform.add(account, 'domains/1')
    await platform.until(account, id, (hook) => hook.failing_since !== UNSET, 'it fails')
    expect(await platform.deliveries(account, id)).toMatchObject([
      {
        status: 'waiting',
        attempts: [{ status: 503, answer: 'we are closed', problem: 'the receiver answered 503' }],
      },
    ])
    platform.receivers.behave(path(), (request) => request.answer(204))
    platform.log.clock.advance(7_000)
    const [first, second] = await platform.received(path(), 2)
    expect(second!.headers['webhook-id']).toBe(event!.id)
    expect(second!.body).toBe(first!.body)
    const hook = await platform.until(account, id, ({ waiting }) => waiting === 0, 'it is accepted')
    expect(hook.failing_since).toBe(UNSET)
    expect(await platform.deliveries(account, id)).toMatchObject([{ status: 'accepted', attempt_count: 2 }])
  })

  it('is not sent, and no attempt is counted, while the rights of its creator are not known', async () => {
    platform.receivers.behave(path(), (request) => request.answer(503))
    const { id } = await platform.create(account, path())
    await platform.add(account, 'domains/1')
    await platform.until(account, id, (hook) => hook.failing_since !== UNSET, 'it fails')
    platform.receivers.behave(path(), (request) => request.answer(204))
    outage.isOn = true
    try {
      platform.log.clock.advance(7_000)
      await eventually(async () => {
        const { rows } = await platform.log.sql.query(
          'select attempts, due_at > $2 as is_later from webhook_delivery where webhook = $1',
          [id, platform.log.clock.machineNow()],
        )
        return rows[0].attempts === 1 && rows[0].is_later
      }, 'it is given back')
      expect(platform.receivers.of(path())).toHaveLength(1)
    } finally {
      outage.isOn = false
    }
    platform.log.clock.advance(7_000)
    await platform.until(account, id, ({ waiting }) => waiting === 0, 'it is accepted')
    expect(await platform.deliveries(account, id)).toMatchObject([{ status: 'accepted', attempt_count: 2 }])
  })

  it('begins its pauses anew when its account sends it again', async () => {
    platform.receivers.behave(path(), (request) => request.answer(503))
    const { id } = await platform.create(account, path())
    await platform.add(account, 'domains/1')
    const attempts = (count: number) =>
      eventually(async () => {
        const [delivery] = await platform.deliveries(account, id)
        return delivery!.attempts.length === count && delivery
      }, `${count} attempts`)
    await attempts(1)
    platform.log.clock.advance(7_000)
    const { id: delivery } = await attempts(2)
    await platform.call(resendWebhookDelivery, account, { id, delivery })
    await attempts(3)
    platform.log.clock.advance(7_000)
    await attempts(4)
  })

  it('is not led to another address by a redirect', async () => {
    platform.receivers.behave(path(), (request) => request.answer(302))
    const { id } = await platform.create(account, path())
    await platform.add(account, 'domains/1')
    await platform.until(account, id, (hook) => hook.failing_since !== UNSET, 'it fails')
    expect(await platform.deliveries(account, id)).toMatchObject([
      { status: 'waiting', attempts: [{ problem: 'the receiver answered 302' }] },
    ])
  })

  it('fails in the end; the webhook is paused with the reason, and the log says so', async () => {
    platform.receivers.behave(path(), (request) => request.answer(500))
    const { id } = await platform.create(account, path())
    await platform.add(account, 'domains/1')
    await platform.until(account, id, (hook) => hook.failing_since !== UNSET, 'it fails')
    platform.log.clock.advance(73 * HOUR_MS)
    const paused = await platform.until(account, id, ({ status }) => status === 'paused', 'it is paused')
    expect(paused.status_reason).toBe('nothing was accepted for three days: the receiver answered 500')
    expect(await platform.deliveries(account, id)).toMatchObject([
      { status: 'failed', reason: 'it was not accepted in time: the receiver answered 500' },
    ])
    const { url: _, description: __, username: ___, ...state } = paused
    const [event] = await eventually(async () => {
      const found = await webhookEvents()
      return found.length > 0 && found
    }, 'the event of the pause')
    expect(event).toEqual({ type: 'webhook.paused', subject: `webhooks/${id}`, data: state })
  })

  it('ends the webhook when the receiver answers 410', async () => {
    platform.receivers.behave(path(), (request) => request.answer(410))
    const { id } = await platform.create(account, path())
    await platform.add(account, 'domains/1')
    const ended = await platform.until(account, id, ({ status }) => status === 'ended', 'it has ended')
    expect(ended.status_reason).toBe('its receiver answered 410: it is gone')
    await platform.add(account, 'domains/1')
    const [delivery] = await platform.deliveries(account, id)
    expect(delivery).toMatchObject({ status: 'failed', reason: 'the receiver answered 410' })
    await expect(platform.call(resendWebhookDelivery, account, { id, delivery: delivery!.id })).rejects.toMatchObject({
      refusal: 'webhook_not_active',
    })
    expect(platform.receivers.of(path())).toHaveLength(1)
  })
})

describe('the rights of the creator', () => {
  afterEach(() => actors.clear())

  it.each([
    ['is gone', undefined, 'its user may not use the API any more'],
    ['may only read', { role: 'readonly' as const }, 'its user may not have webhooks any more'],
    ['may not read', { scope: ['write' as const] }, 'its user may not have webhooks any more'],
  ])('end the webhook when the contact %s', async (_, actor, reason) => {
    const { id } = await platform.create(account, path())
    actors.set(account, actor)
    platform.log.clock.advance(2_000)
    await platform.add(account, 'domains/1')
    const ended = await platform.until(account, id, ({ status }) => status === 'ended', 'it has ended')
    expect(ended.status_reason).toBe(reason)
    expect(platform.receivers.of(path())).toEqual([])
  })

  it('end the webhook with the API key, and another one may let it go on', async () => {
    const { id } = await platform.create(account, path(), {}, { keyId: 7 })
    actors.set(account, undefined)
    platform.log.clock.advance(2_000)
    const [event] = await platform.add(account, 'domains/1')
    const ended = await platform.until(account, id, ({ status }) => status === 'ended', 'it has ended')
    expect(ended.status_reason).toBe('its API key is not valid any more')
    actors.clear()
    platform.log.clock.advance(2_000)
    const other = { username: 'other' }
    const active = await platform.call(updateWebhook, account, { id, status: 'active' }, other)
    expect(active).toMatchObject({ status: 'active', status_reason: '', username: 'other', key_id: null })
    expect((await platform.received(path()))[0]!.headers['webhook-id']).toBe(event!.id)
  })
})

it('is paused when events that it has not got are gone, and says which', async () => {
  const { id } = await platform.create(account, path())
  await platform.call(updateWebhook, account, { id, status: 'paused' })
  await platform.add(account, 'domains/1', 3)
  await platform.log.sql.query('delete from account_event where account = $1 and sequence < 3', [account])
  await platform.log.sql.query(`update webhook set status = 'active' where id = $1`, [id])
  const paused = await platform.until(account, id, ({ status_reason }) => status_reason !== '', 'it is paused')
  expect(paused).toMatchObject({
    status: 'paused',
    status_reason: 'the events 1 to 2 are gone: they were not sent in time',
  })
  expect(platform.receivers.of(path())).toEqual([])
})

it('delivers to all others while one receiver does not answer', async () => {
  const hanging = `${path()}/hanging`
  platform.receivers.behave(hanging, () => undefined)
  await platform.create(account, hanging)
  const others = Array.from({ length: 19 }, (_, at) => `${path()}/${at}`)
  for (const other of others) await platform.create(account, other)
  await platform.add(account, 'domains/1', 20)
  for (const other of others) await platform.received(other, 20)
  const open = platform.receivers.of(hanging)
  expect(open.length).toBeGreaterThan(0)
  expect(open.length).toBeLessThanOrEqual(5)
})

it('sends again what a process had taken that was killed, with the same id', async () => {
  const { id } = await platform.create(account, path())
  await platform.call(updateWebhook, account, { id, status: 'paused' })
  const [event] = await platform.add(account, 'domains/1')
  // A process took the event for delivery, began the request, and ended.
  await platform.log.sql.query(
    `with moved as (update webhook set position = 1, status = 'active' where id = $1 returning id)
     insert into webhook_delivery (webhook, account, event, sequence, type, object, created_at, due_at, leased_until,
       attempts, give_up_at)
     select id, $2, $3, 1, 'domain.activated', 'domains/1', $4, $5, $5, 1, $6 from moved`,
    [
      id,
      account,
      event!.id,
      platform.log.clock.machineNow(),
      new Date(platform.log.clock.machineMs() + MINUTE_MS),
      new Date(platform.log.clock.machineMs() + 72 * HOUR_MS),
    ],
  )
  // Another webhook shows that a look at all of them has left it alone.
  const other = await platform.create(account, `${path()}/other`)
  await platform.add(account, 'domains/2')
  await platform.until(account, other.id, (hook) => hook.position === 2 && hook.waiting === 0, 'the other one has it')
  const has = () => platform.receivers.of(path()).some(({ headers }) => headers['webhook-id'] === event!.id)
  expect(has()).toBe(false)
  platform.log.clock.advance(MINUTE_MS)
  await eventually(has, 'the event is sent again')
  await platform.until(account, id, ({ waiting }) => waiting === 0, 'nothing waits')
})

it('shares the work between processes, and sends each event once', async () => {
  await platform.log.replicate()
  await platform.create(account, path())
  const events = await platform.add(account, 'domains/1', 150)
  await platform.received(path(), 150)
  const ids = platform.receivers.of(path()).map(({ headers }) => headers['webhook-id'])
  expect(ids.toSorted()).toEqual(events.map((event) => event.id).toSorted())
})
