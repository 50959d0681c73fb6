import { listNotices } from '@nameyard/contracts/events/notices/list-notices'
import { readAllNotices } from '@nameyard/contracts/events/notices/read-all-notices'
import { readNotice } from '@nameyard/contracts/events/notices/read-notice'
import type { Actor, InputGiven } from '@nameyard/contracts/operation'
import { runningLog, type RunningLog, type Sent } from './running-log'

let log: RunningLog
beforeAll(async () => {
  log = await runningLog()
})
afterAll(async () => {
  await log?.close()
})

let account = 100
beforeEach(() => account++)

const domain = { name: 'example', extension: 'com' }
const state = { domain, expiration_date: '2027-02-01 00:00:00', autorenew: 'off' }

/** Adds events of these types, each of another object, and waits until they are in the log. */
async function add(...types: readonly string[]): Promise<Sent[]> {
  const before = (await log.log(account)).length
  const events = types.map((type, at) => log.next(account, `things/${before + at}`, { type, state }))
  await log.publish(...events)
  await log.logOf(account, before + types.length)
  return events
}

const list = (input: InputGiven<typeof listNotices> = {}, caller: Partial<Actor> = {}) =>
  log.ask(listNotices, account, input, caller)
const typesOf = async (input: InputGiven<typeof listNotices> = {}, caller: Partial<Actor> = {}) =>
  (await list(input, caller)).results.map(({ type }) => type)
const colleague = { contactId: 77 }

it('are the events that a person should know, newest first, each with a sentence', async () => {
  const [, expiring] = await add('domain.renewed', 'domain.expiring', 'zone.published', 'domain.expired')
  expect(await typesOf()).toEqual(['domain.expired', 'domain.expiring'])
  const { results, next_before, unread } = await list({ type: ['domain.expiring'] })
  expect({ results, next_before, unread }).toEqual({
    results: [
      {
        id: expiring!.id,
        sequence: 2,
        type: 'domain.expiring',
        severity: 'warning',
        text: 'example.com expires at 2027-02-01 00:00:00; autorenew is off.',
        subject: expiring!.object,
        time: '2027-01-01 00:00:00',
        is_read: false,
      },
    ],
    next_before: null,
    unread: 2,
  })
})

it('tell of a failed operation only what no other event tells: changes that the account has ordered', async () => {
  const failed = (purpose: string, cause: string, kind = 'domain.update') =>
    log.next(account, 'domains/7/operations', {
      type: 'domain-operation.failed',
      state: { domain, purpose, cause, kind, state: 'refused' },
    })
  const events = [
    failed('update', 'order'),
    failed('update', 'timer'),
    failed('renew', 'order', 'domain.renew'),
    failed('reject', 'order', 'domain.transfer-reject'),
  ]
  await log.publish(...events)
  await log.logOf(account, events.length)
  expect((await list()).results).toMatchObject([
    { sequence: 4, text: 'What was ordered for example.com was not carried out: domain.transfer-reject.' },
    {
      sequence: 1,
      type: 'domain-operation.failed',
      severity: 'warning',
      text: 'What was ordered for example.com was not carried out: domain.update.',
      subject: 'domains/7/operations',
    },
  ])
})

it('are marked as read by each contact alone', async () => {
  const [first] = await add('domain.expiring', 'domain.expired', 'zone.rejected')
  expect(await log.ask(readNotice, account, { id: first!.id })).toEqual({ success: true })
  expect(await log.ask(readNotice, account, { id: first!.id.toUpperCase() })).toEqual({ success: true })
  expect(await typesOf({ is_read: true })).toEqual(['domain.expiring'])
  expect(await typesOf({ is_read: false })).toEqual(['zone.rejected', 'domain.expired'])
  expect(await list({}, colleague)).toMatchObject({ unread: 3, results: [{ is_read: false }, {}, {}] })
  expect(await log.ask(readAllNotices, account, { up_to: 2 }, colleague)).toEqual({ marked: 2 })
  expect(await log.ask(readAllNotices, account, {}, colleague)).toEqual({ marked: 1 })
  expect([(await list({}, colleague)).unread, (await list()).unread]).toEqual([0, 2])
  const { rows } = await log.sql.query('select read_by from notice where account = $1 and sequence = 1', [account])
  expect(rows[0].read_by.toSorted()).toEqual([log.gateway.call(account).actor!.contactId, 77].toSorted())
})

it('are filtered by severity and type, and read in pages', async () => {
  await add('domain.expiring', 'domain.expired', 'credit.low', 'zone.rejected', 'domain.transfer-out-completed')
  expect(await typesOf({ severity: 'critical' })).toEqual(['zone.rejected', 'domain.expired'])
  expect(await typesOf({ severity: 'info' })).toEqual(['domain.transfer-out-completed'])
  expect(await typesOf({ type: ['domain.*', 'credit.low'], severity: 'warning' })).toEqual([
    'credit.low',
    'domain.expiring',
  ])
  const first = await list({ limit: 3 })
  expect(first.results.map(({ sequence }) => sequence)).toEqual([5, 4, 3])
  await add('domain.expired')
  expect(await list({ limit: 3, before: first.next_before! })).toMatchObject({
    results: [{ sequence: 2 }, { sequence: 1 }],
    next_before: null,
  })
  await expect(list({ type: ['domain.eaten'] })).rejects.toMatchObject({ refusal: 'invalid_input' })
})

it('are those of objects that the reader may read', async () => {
  const [low] = await add('webhook.paused', 'domain.expiring')
  const billing = { ...colleague, role: 'billing', enforcesRoles: true } as const
  expect(await typesOf()).toEqual(['domain.expiring', 'webhook.paused'])
  expect(await list({}, billing)).toMatchObject({ unread: 1, results: [{ type: 'domain.expiring' }] })
  await expect(log.ask(readNotice, account, { id: low!.id }, billing)).rejects.toMatchObject({
    refusal: 'notice_not_found',
  })
  expect(await log.ask(readAllNotices, account, {}, billing)).toEqual({ marked: 1 })
  const limits = { domains: ['example.com'], zones: [] }
  await expect(list({}, { limits, isLimited: true })).rejects.toMatchObject({ refusal: 'key_limits_operation' })
})

it('belong to their account', async () => {
  const [mine] = await add('domain.expiring')
  account++
  expect(await list()).toEqual({ results: [], next_before: null, unread: 0 })
  for (const id of [mine!.id, 'no id']) {
    await expect(log.ask(readNotice, account, { id })).rejects.toMatchObject({ refusal: 'notice_not_found' })
  }
  expect(await log.ask(readAllNotices, account, {})).toEqual({ marked: 0 })
  account--
  expect(await list()).toMatchObject({ unread: 1 })
})
