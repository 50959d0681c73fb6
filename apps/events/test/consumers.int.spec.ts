import { acknowledgeEvents } from '@nameyard/contracts/events/acknowledge-events'
import { deleteEventConsumer } from '@nameyard/contracts/events/delete-event-consumer'
import { getEventConsumer } from '@nameyard/contracts/events/get-event-consumer'
import { listEventConsumers } from '@nameyard/contracts/events/list-event-consumers'
import { pollEventConsumer } from '@nameyard/contracts/events/poll-event-consumer'
import { setEventConsumer } from '@nameyard/contracts/events/set-event-consumer'
import type { Actor, Answer, InputGiven } from '@nameyard/contracts/operation'
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

type Given<O extends typeof setEventConsumer | typeof pollEventConsumer> = Partial<InputGiven<O>>

const set = (name: string, given: Given<typeof setEventConsumer> = {}) =>
  log.ask(setEventConsumer, account, { start: 'oldest', ...given, name })
const poll = (name: string, given: Given<typeof pollEventConsumer> = {}, caller: Partial<Actor> = {}) =>
  log.ask(pollEventConsumer, account, { ...given, name }, caller)
const acknowledge = (name: string, sequence: number | string, reset?: boolean) =>
  log.ask(acknowledgeEvents, account, { name, sequence, ...(reset !== undefined && { reset }) })
const get = (name: string) => log.ask(getEventConsumer, account, { name })

/** Sends so many events of an object and waits until they are in the log. */
async function add(object: string, times: number, over: Partial<Sent> = {}): Promise<Sent[]> {
  const before = (await log.log(account)).length
  const events = Array.from({ length: times }, () => log.next(account, object, over))
  await log.publish(...events)
  await log.logOf(account, before + times)
  return events
}

const idsOf = ({ results }: Pick<Answer<typeof pollEventConsumer>, 'results'>) => results.map(({ id }) => id)

/** Deletes the events up to a number, as their retention does. */
const forget = (upTo: number) =>
  log.sql.query('delete from account_event where account = $1 and sequence <= $2', [account, upTo])

describe('a consumer of events', () => {
  it('gets the events after its position until they are acknowledged', async () => {
    const events = await add('domains/1', 5)
    await set('billing')
    const ids = events.map(({ id }) => id)
    const first = await poll('billing', { limit: 2 })
    expect(first).toMatchObject({ position: 0, next: 2, oldest: 1, newest: 5 })
    expect([idsOf(first), idsOf(await poll('billing', { limit: 2 }))]).toEqual([ids.slice(0, 2), ids.slice(0, 2)])
    expect(await acknowledge('billing', 2)).toMatchObject({ position: 2, behind: 3 })
    expect(idsOf(await poll('billing'))).toEqual(ids.slice(2))
    await acknowledge('billing', first.results[1]!.sequence)
    await acknowledge('billing', 5)
    expect(await poll('billing')).toMatchObject({ results: [], position: 5, next: 5 })
  })

  it('begins with what happens from now on, at the oldest event, or after a number', async () => {
    await add('domains/1', 5)
    await forget(2)
    const made = await log.ask(setEventConsumer, account, { name: 'now' })
    expect(made).toMatchObject({ name: 'now', types: [], object: '', position: 5, behind: 0, oldest: 3, newest: 5 })
    expect(await set('all', { start: 'oldest' })).toMatchObject({ position: 2, behind: 3, is_expired: false })
    expect(await set('some', { start: 4 })).toMatchObject({ position: 4, behind: 1 })
    await expect(set('gone', { start: 1 })).rejects.toMatchObject({
      refusal: 'events_expired',
      details: { field: 'start', after: 1, oldest: 3 },
    })
    await expect(set('early', { start: 6 })).rejects.toMatchObject({ refusal: 'events_unknown' })
  })

  it('gets the events of its filter, and keeps its position when that changes', async () => {
    await set('billing', { types: ['domain.renewed'] })
    await add('domains/1', 2)
    const [renewed] = await add('domains/2', 1, { type: 'domain.renewed' })
    await acknowledge('billing', 1)
    expect(idsOf(await poll('billing'))).toEqual([renewed!.id])
    const changed = await set('billing', { types: ['domain.*'], object: 'domains/1', start: 'newest' })
    expect(changed).toMatchObject({ types: ['domain.*'], object: 'domains/1', position: 1 })
    expect(await poll('billing')).toMatchObject({ results: [{ subject: 'domains/1' }], next: 3 })
  })

  it('refuses a type that does not exist', async () => {
    await expect(set('billing', { types: ['domain.eaten'] })).rejects.toMatchObject({
      refusal: 'invalid_input',
      details: { field: 'types' },
    })
  })

  it('waits for an event', async () => {
    await set('billing', { types: ['domain.renewed'] })
    const polling = poll('billing', { wait: 30 })
    await add('domains/1', 1)
    const [renewed] = await add('domains/2', 1, { type: 'domain.renewed' })
    expect(idsOf(await polling)).toEqual([renewed!.id])
  })

  it('shows what the key that polls may see at that moment, and is closed to keys for some objects', async () => {
    await set('billing')
    await add('domains/1', 1)
    const enforced = { role: 'billing', enforcesRoles: true } as const
    expect((await poll('billing', {}, enforced)).results).toHaveLength(1)
    await expect(poll('billing', {}, { scope: ['write'] })).rejects.toMatchObject({ refusal: 'scope_insufficient' })
    const limits = { domains: ['mine.com'], zones: [] }
    const limited = poll('billing', {}, { limits, isLimited: true })
    await expect(limited).rejects.toMatchObject({ refusal: 'key_limits_operation' })
  })

  it('is the same for two programs that poll at once, and acknowledgements never move it back', async () => {
    const events = await add('domains/1', 20)
    await set('billing')
    const [one, other] = await Promise.all([poll('billing'), poll('billing')])
    expect(idsOf(one!)).toEqual(events.map(({ id }) => id))
    expect(idsOf(other!)).toEqual(idsOf(one!))
    const given = Array.from({ length: 20 }, (_, at) => ((at * 7) % 20) + 1)
    await Promise.all(given.map((sequence) => acknowledge('billing', sequence)))
    expect(await get('billing')).toMatchObject({ position: 20 })
    expect(await acknowledge('billing', 3)).toMatchObject({ position: 20 })
  })

  it('moves back with a reset, to events that are kept', async () => {
    await add('domains/1', 5)
    await forget(2)
    await set('billing', { start: 5 })
    expect(await acknowledge('billing', 3, true)).toMatchObject({ position: 3, behind: 2 })
    await expect(acknowledge('billing', 1, true)).rejects.toMatchObject({
      refusal: 'events_expired',
      details: { field: 'sequence', after: 1, oldest: 3 },
    })
    await expect(acknowledge('billing', 6)).rejects.toMatchObject({
      refusal: 'events_unknown',
      details: { field: 'sequence', after: 6, newest: 5 },
    })
    expect(await get('billing')).toMatchObject({ position: 3 })
  })

  it('is refused when its next events are gone, also at the start, and goes on after an acknowledgement', async () => {
    await set('billing')
    const events = await add('domains/1', 5)
    await forget(3)
    expect(await get('billing')).toMatchObject({ position: 0, oldest: 4, is_expired: true })
    await expect(poll('billing')).rejects.toMatchObject({
      refusal: 'event_consumer_behind',
      details: { after: 0, resume: 3 },
    })
    await acknowledge('billing', 3)
    expect(idsOf(await poll('billing'))).toEqual(events.slice(3).map(({ id }) => id))
  })

  it('is refused when the log ends before its position, and goes on after a reset', async () => {
    await add('domains/1', 3)
    await set('billing', { start: 3 })
    await log.sql.query('update account_log set last_sequence = 2 where account = $1', [account])
    await expect(poll('billing')).rejects.toMatchObject({
      refusal: 'event_consumer_ahead',
      details: { after: 3, newest: 2 },
    })
    expect(await acknowledge('billing', 2)).toMatchObject({ position: 3, behind: 0 })
    expect(await acknowledge('billing', 2, true)).toMatchObject({ position: 2 })
    expect((await poll('billing')).position).toBe(2)
  })

  it('belongs to its account', async () => {
    await set('billing')
    account++
    const missing = { refusal: 'event_consumer_not_found', details: { name: 'billing' } }
    await expect(get('billing')).rejects.toMatchObject(missing)
    await expect(poll('billing')).rejects.toMatchObject(missing)
    await expect(acknowledge('billing', 0)).rejects.toMatchObject(missing)
    await expect(log.ask(deleteEventConsumer, account, { name: 'billing' })).rejects.toMatchObject(missing)
    expect(await log.ask(listEventConsumers, account, {})).toEqual({ results: [], total: 0 })
    account--
    expect(await get('billing')).toMatchObject({ name: 'billing' })
  })

  it('is listed by name, and deleted', async () => {
    for (const name of ['search', 'billing', 'panel']) await set(name)
    const { results, total } = await log.ask(listEventConsumers, account, { limit: 2, offset: 1 })
    expect([results.map(({ name }) => name), total]).toEqual([['panel', 'search'], 3])
    expect(await log.ask(listEventConsumers, account, { offset: 5 })).toEqual({ results: [], total: 3 })
    expect(await log.ask(deleteEventConsumer, account, { name: 'panel' })).toEqual({ success: true })
    await expect(get('panel')).rejects.toMatchObject({ refusal: 'event_consumer_not_found' })
  })

  it('is one of at most 100 of its account, also when many are made at once', async () => {
    await log.sql.query(
      `insert into event_consumer select $1, 'c' || n, 0, null, null, now(), now() from generate_series(1, 98) n`,
      [account],
    )
    const made = await Promise.allSettled(['a', 'b', 'c', 'd'].map((name) => set(name)))
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    await expect(set('e')).rejects.toMatchObject({ refusal: 'event_consumers_too_many', details: { limit: 100 } })
    expect(await set('c1')).toMatchObject({ name: 'c1' })
  })

  it('notes once an hour that it is used', async () => {
    await set('billing')
    const usedAt = async () => (await get('billing')).last_used_at
    const atFirst = await usedAt()
    log.clock.set(new Date(log.clock.machineMs() + 1_800_000))
    await poll('billing')
    expect(await usedAt()).toBe(atFirst)
    log.clock.set(new Date(log.clock.machineMs() + 3_600_000))
    await poll('billing')
    expect(await usedAt()).not.toBe(atFirst)
  })
})
