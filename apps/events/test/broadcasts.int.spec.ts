import { randomUUID } from 'node:crypto'
import type { Payload } from '@nameyard/contracts/event'
import { broadcastEvent } from '@nameyard/contracts/events/broadcast-event'
import { listNotices } from '@nameyard/contracts/events/notices/list-notices'
import { eventually } from '@nameyard/testing/eventually'
import { runningLog, type RunningLog } from './running-log'

type Broadcast = Payload<typeof broadcastEvent>

/** More than two batches. */
const ACCOUNTS = 1_201

let log: RunningLog
beforeAll(async () => {
  log = await runningLog()
  await log.replicate()
  // An account has a log since it was opened.
  await log.sql.query(
    `insert into account_log (account, last_sequence, last_at) select n, 0, '2026-12-31' from generate_series(1, $1) n`,
    [ACCOUNTS],
  )
})
afterAll(() => log?.close())

const maintenance = (over: object = {}) => ({
  id: 7,
  status: 'planned',
  start: '2027-02-01 02:00:00',
  end: '2027-02-01 04:00:00',
  impact: 'full',
  extensions: ['com'],
  text: 'The registry moves.',
  announced_at: '2027-01-01 00:00:00',
  changed_at: '2027-01-01 00:00:00',
  ...over,
})

/** What a service tells to accounts, after what it has told before about the same object. */
function broadcast(over: Partial<Broadcast> = {}, before?: Broadcast): Broadcast {
  return {
    id: randomUUID(),
    type: before ? 'maintenance.changed' : 'maintenance.planned',
    version: 1,
    object: 'registries/maintenances/7',
    previous: before ? { id: before.id, at: before.at } : null,
    at: log.clock.machineNow().toISOString(),
    request: 'r-1',
    state: maintenance(),
    ...over,
  }
}

const publish = (...broadcasts: readonly Broadcast[]) =>
  log.sender.publisher.publish(
    broadcasts.map((each) => ({
      message: broadcastEvent,
      body: JSON.stringify(each),
      messageId: randomUUID(),
      correlationId: each.request,
    })),
  )

/** The types of the events of an object in the log of each account, once so many are in the logs. */
async function told(object: string, events: number): Promise<Map<number, string[]>> {
  const rows = await eventually(async () => {
    const found = await log.sql.query<{ account: number; type: string; id: string }>(
      'select account, type, id from account_event where object = $1 order by account, sequence',
      [object],
    )
    return found.rows.length >= events && found.rows
  }, `${events} events of ${object}`)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  const types = new Map<number, string[]>()
  for (const { account, type } of rows) types.set(account, [...(types.get(account) ?? []), type])
  return types
}

it('makes one event of each account, whatever the number of accounts and however often it is delivered', async () => {
  const planned = broadcast()
  await publish(planned, planned)
  await publish(planned)
  const events = await told(planned.object, ACCOUNTS)
  expect(events.size).toBe(ACCOUNTS)
  expect(new Set([...events.values()].map((types) => types.join(' ')))).toEqual(new Set(['maintenance.planned']))
  const [event] = (await log.list(ACCOUNTS)).results
  expect(event).toMatchObject({
    type: 'maintenance.planned',
    subject: planned.object,
    account: ACCOUNTS,
    sequence: '000000000000001',
    data: maintenance(),
  })
})

it('is a notice of each person', async () => {
  const { results, unread } = await log.ask(listNotices, 5, {})
  expect(unread).toBe(1)
  expect(results).toMatchObject([
    {
      severity: 'warning',
      text: 'The registry moves. (maintenance of a registry from 2027-02-01 02:00:00 to 2027-02-01 04:00:00, UTC).',
    },
  ])
})

it('tells each account of one object in the order of its changes, whatever the order of delivery', async () => {
  const object = 'registries/maintenances/8'
  const first = broadcast({ object })
  const second = broadcast({ object }, first)
  const third = broadcast({ object, type: 'maintenance.withdrawn' }, second)
  await publish(third, second)
  const longAgo = `update broadcast set arrived_at = arrived_at - interval '10 minutes'
    where ended_at is null and (select count(*) from broadcast where ended_at is null) = 2`
  await eventually(async () => (await log.sql.query(longAgo)).rowCount === 2, 'two broadcasts that wait')
  expect(await log.metrics()).toMatch(/^events_broadcast_oldest_seconds 600$/m)
  await publish(first)
  const events = await told(object, 3 * ACCOUNTS)
  const inOrder = 'maintenance.planned maintenance.changed maintenance.withdrawn'
  expect(new Set([...events.values()].map((types) => types.join(' ')))).toEqual(new Set([inOrder]))
  expect(await log.metrics()).toMatch(/^events_broadcast_oldest_seconds 0$/m)
})

it('tells only the accounts that it names', async () => {
  const object = 'registries/maintenances/9'
  await publish(broadcast({ object, accounts: [3, 700, ACCOUNTS, ACCOUNTS + 50] }))
  // One that follows is told when the first has ended.
  await publish(broadcast({ object: 'registries/maintenances/10' }))
  await told('registries/maintenances/10', ACCOUNTS)
  expect([...(await told(object, 3)).keys()]).toEqual([3, 700, ACCOUNTS])
})
