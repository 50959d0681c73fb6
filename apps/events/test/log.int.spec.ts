import { randomUUID } from 'node:crypto'
import { eventually } from '@nameyard/testing/eventually'
import { runningLog, type Logged, type RunningLog, type Sent } from './running-log'

let log: RunningLog
beforeAll(async () => {
  log = await runningLog()
  await log.replicate()
})
afterAll(async () => {
  await log?.close()
})

/** Every place from 1 on, once. */
const upTo = (length: number) => Array.from({ length }, (_, index) => index + 1)

const shuffled = <Item>(items: readonly Item[]): Item[] => {
  const mixed = [...items]
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1))
    ;[mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!]
  }
  return mixed
}

const placesOf = (rows: readonly Logged[], object: string) =>
  rows.filter((row) => row.object === object).map(({ state }) => (JSON.parse(state) as { place: number }).place)

/** Waits until these events, and no other, are held. */
const held = (...events: readonly Sent[]) =>
  eventually(async () => {
    const { rows } = await log.sql.query<{ id: string; is_held: boolean }>(
      'select id, is_held from arrival order by id',
    )
    const expected = events.map(({ id }) => id).toSorted()
    return rows.every(({ is_held }) => is_held) && rows.map(({ id }) => id).join(' ') === expected.join(' ')
  }, `${events.length} events that are held`)

describe('the log of an account', () => {
  it('has the events in the order of each object, and numbers without gaps, whatever the order of delivery', async () => {
    const objects = upTo(20).map((object) => `domains/${object}`)
    const events = objects.flatMap((object) => upTo(15).map(() => log.next(1, object)))
    await log.publish(...shuffled(events))
    const rows = await log.logOf(1, events.length)
    expect(rows.map(({ sequence }) => sequence)).toEqual(upTo(events.length))
    for (const object of objects) expect(placesOf(rows, object)).toEqual(upTo(15))
    await held()
  })

  it('has an event once, however often it is delivered', async () => {
    const [first, second] = [log.next(2, 'domains/1'), log.next(2, 'domains/1')]
    await log.publish(first, first, second, first)
    await log.logOf(2, 2)
    await log.publish(second, first)
    const third = log.next(2, 'domains/1')
    await log.publish(third)
    const rows = await log.logOf(2, 3)
    expect(rows.map(({ id }) => id)).toEqual([first.id, second.id, third.id])
  })

  it('holds an event, and all that follow, until the one before is there', async () => {
    const [first, second, third] = [log.next(3, 'domains/1'), log.next(3, 'domains/1'), log.next(3, 'domains/1')]
    const other = log.next(3, 'domains/2')
    await log.publish(third, second, other)
    await log.logOf(3, 1)
    await held(second, third)
    expect(await log.metrics()).toMatch(/^events_held 2$/m)
    await log.publish(first)
    const rows = await log.logOf(3, 4)
    expect(rows.map(({ id }) => id)).toEqual([other.id, first.id, second.id, third.id])
    expect(await log.metrics()).toMatch(/^events_held 0$/m)
  })

  it('does not wait for an event that is no longer kept', async () => {
    const old = new Date(log.clock.machineMs() - 91 * 86_400_000).toISOString()
    const event = log.next(4, 'domains/1', { previous: { id: randomUUID(), at: old } })
    await log.publish(event)
    expect((await log.logOf(4, 1)).map(({ id }) => id)).toEqual([event.id])
  })

  it('releases an event that is held when the one before it would no longer be kept', async () => {
    const nearlyOld = new Date(log.clock.machineMs() - 89.5 * 86_400_000).toISOString()
    const event = log.next(5, 'domains/1', { previous: { id: randomUUID(), at: nearlyOld } })
    const follower = log.next(5, 'domains/1')
    await log.publish(event, follower, log.next(5, 'domains/2'))
    await log.logOf(5, 1)
    await held(event, follower)
    log.clock.set(new Date(log.clock.machineMs() + 86_400_000))
    const rows = await log.logOf(5, 3)
    expect(rows.slice(1).map(({ id }) => id)).toEqual([event.id, follower.id])
  })

  it('keeps the accounts apart: each has numbers of its own', async () => {
    const events = upTo(40).map((each): Sent => log.next(each % 2 === 0 ? 6 : 7, `domains/${each % 5}`))
    await log.publish(...shuffled(events))
    for (const account of [6, 7])
      expect((await log.logOf(account, 20)).map(({ sequence }) => sequence)).toEqual(upTo(20))
  })

  it('has the content of the event', async () => {
    const event = log.next(8, 'domains/1', { domain: 'example.com', zone: 'example.com', request: 'r-8', version: 3 })
    await log.publish(event)
    await log.logOf(8, 1)
    const { rows } = await log.sql.query('select * from account_event where account = 8')
    expect(rows).toEqual([
      {
        account: 8,
        sequence: '1',
        id: event.id,
        recorded_at: expect.any(Date) as Date,
        type: 'domain.activated',
        version: 3,
        object: 'domains/1',
        domain: 'example.com',
        zone: 'example.com',
        happened_at: new Date(event.at),
        request: 'r-8',
        state: JSON.stringify(event.state),
      },
    ])
  })
})
