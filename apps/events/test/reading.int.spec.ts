import type { Right } from '@nameyard/contracts/operation'
import { runningLog, type Page, type RunningLog, type Sent } from './running-log'

let log: RunningLog
beforeAll(async () => {
  log = await runningLog()
})
afterAll(async () => {
  await log?.close()
})

let account = 100
beforeEach(() => account++)

/** Sends so many events of an object and waits until they are in the log. */
async function add(object: string, times: number, over: Partial<Sent> = {}): Promise<Sent[]> {
  const before = (await log.log(account)).length
  const events = Array.from({ length: times }, () => log.next(account, object, over))
  await log.publish(...events)
  await log.logOf(account, before + times)
  return events
}

const idsOf = ({ results }: Page) => results.map(({ id }) => id)

/** Whether a promise is still open after the work that is due now. */
async function isOpen(promise: Promise<unknown>): Promise<boolean> {
  const open = Symbol('open')
  return (await Promise.race([promise, log.list(account).then(() => open)])) === open
}

describe('events.list', () => {
  it('is empty before the first event', async () => {
    expect(await log.list(account)).toEqual({ results: [], next: 0, oldest: 1, newest: 0 })
  })

  it('has the events as CloudEvents, oldest first', async () => {
    const state = { id: 1, status: 'ACT' }
    const [event] = await add('domains/1', 1, { state, version: 2, request: 'r-9', domain: 'example.com' })
    expect(await log.list(account)).toEqual({
      results: [
        {
          specversion: '1.0',
          id: event!.id,
          source: '/v1/events',
          type: 'domain.activated',
          subject: 'domains/1',
          time: event!.at,
          datacontenttype: 'application/json',
          account,
          sequence: '000000000000001',
          requestid: 'r-9',
          dataversion: 2,
          data: state,
        },
      ],
      next: 1,
      oldest: 1,
      newest: 1,
    })
  })

  it('is walked with next, and returns every event once', async () => {
    const events = await add('domains/1', 25)
    const seen: string[] = []
    let next = 0
    for (const length of [10, 10, 5, 0]) {
      const page = await log.list(account, { after: next, limit: 10 })
      expect(page.results).toHaveLength(length)
      expect(page).toMatchObject({ oldest: 1, newest: 25 })
      seen.push(...idsOf(page))
      next = page.next
    }
    expect(seen).toEqual(events.map(({ id }) => id))
    expect(next).toBe(25)
  })

  it('accepts the sequence of an event as after', async () => {
    const events = await add('domains/1', 3)
    const { results } = await log.list(account, { limit: 2 })
    const page = await log.list(account, { after: results.at(-1)!.sequence })
    expect(idsOf(page)).toEqual([events[2]!.id])
  })

  it('has the events of one object, of some types, or of all types of an object', async () => {
    const [first] = await add('domains/1', 1)
    const [renewed] = await add('domains/2', 1, { type: 'domain.renewed' })
    expect(idsOf(await log.list(account, { object: 'domains/2' }))).toEqual([renewed!.id])
    expect(idsOf(await log.list(account, { type: ['domain.renewed'] }))).toEqual([renewed!.id])
    expect(idsOf(await log.list(account, { type: ['domain.*'] }))).toEqual([first!.id, renewed!.id])
    expect(await log.list(account, { type: ['domain.expired'] })).toMatchObject({ results: [], next: 2, newest: 2 })
  })

  it('refuses a type that does not exist', async () => {
    await expect(log.list(account, { type: ['domain.eaten'] })).rejects.toMatchObject({
      refusal: 'invalid_input',
      details: { field: 'type' },
    })
  })

  it('has no event of another account', async () => {
    await add('domains/1', 2)
    expect(await log.list(account + 1_000)).toMatchObject({ results: [], newest: 0 })
  })

  it.each<[string, readonly Right[]]>([['without the right to read', ['write', 'purchase']]])(
    'refuses a token %s',
    async (_, scope) => {
      await expect(log.list(account, {}, { scope })).rejects.toMatchObject({ refusal: 'scope_insufficient' })
    },
  )

  it('shows a key with limits the events of its domains only, and moves past the others', async () => {
    const [mine] = await add('domains/1', 1, { domain: 'mine.com' })
    await add('domains/2', 2, { domain: 'other.com' })
    const limits = { domains: ['mine.com'], zones: [] }
    const page = await log.list(account, {}, { limits, isLimited: true })
    expect(idsOf(page)).toEqual([mine!.id])
    expect(page.next).toBe(3)
  })

  it('shows a key for some records of a zone no event of the zone: its state has all records', async () => {
    await add('dns/zones/mine.com', 1, { zone: 'mine.com' })
    const limits = { domains: [], zones: ['mine.com'] }
    expect((await log.list(account, {}, { limits, isLimited: true })).results).toHaveLength(1)
    const some = { limits: { ...limits, recordTypes: ['TXT'] }, isLimited: true }
    expect((await log.list(account, {}, some)).results).toEqual([])
  })

  it('does not read beyond an event of a type that a newer version has sent', async () => {
    const [known] = await add('domains/1', 1)
    await add('domains/2', 1, { type: 'domain.unheard-of' })
    await add('domains/3', 1)
    const page = await log.list(account)
    expect(idsOf(page)).toEqual([known!.id])
    expect(page).toMatchObject({ next: 1, newest: 3 })
    expect(await log.list(account, { after: 1 })).toMatchObject({ results: [], next: 1 })
  })

  it('refuses a place whose next events were deleted, and begins at the oldest without one', async () => {
    const events = await add('domains/1', 5)
    await log.sql.query('delete from account_event where account = $1 and sequence <= 2', [account])
    await expect(log.list(account, { after: 1 })).rejects.toMatchObject({
      refusal: 'events_expired',
      details: { after: 1, oldest: 3 },
    })
    const rest = events.slice(2).map(({ id }) => id)
    expect(idsOf(await log.list(account))).toEqual(rest)
    expect(idsOf(await log.list(account, { after: 2 }))).toEqual(rest)
    await log.sql.query('delete from account_event where account = $1', [account])
    expect(await log.list(account)).toEqual({ results: [], next: 5, oldest: 6, newest: 5 })
    await expect(log.list(account, { after: 4 })).rejects.toMatchObject({ refusal: 'events_expired' })
    expect(await log.list(account, { after: 5 })).toMatchObject({ results: [], next: 5 })
  })

  it('refuses a place that no event has yet', async () => {
    await add('domains/1', 1)
    await expect(log.list(account, { after: 2 })).rejects.toMatchObject({
      refusal: 'events_unknown',
      details: { after: 2, newest: 1 },
    })
  })
})

describe('events.list with wait', () => {
  it('answers as soon as there is an event', async () => {
    const reading = log.list(account, { wait: 30 })
    expect(await isOpen(reading)).toBe(true)
    const [event] = await add('domains/1', 1)
    expect(idsOf(await reading)).toEqual([event!.id])
  })

  it('answers at once when there is an event', async () => {
    const [event] = await add('domains/1', 1)
    expect(idsOf(await log.list(account, { wait: 30 }))).toEqual([event!.id])
  })

  it('goes on waiting while only events arrive that the filter hides', async () => {
    const reading = log.list(account, { wait: 30, type: ['domain.renewed'] })
    await add('domains/1', 1)
    expect(await isOpen(reading)).toBe(true)
    const [renewed] = await add('domains/2', 1, { type: 'domain.renewed' })
    const page = await reading
    expect(idsOf(page)).toEqual([renewed!.id])
    expect(page.next).toBe(2)
  })

  it('answers without an event when the time is over', async () => {
    expect(await log.list(account, { wait: 1 })).toEqual({ results: [], next: 0, oldest: 1, newest: 0 })
  })

  it('sees what another process has added', async () => {
    const reading = log.list(account, { wait: 30 })
    expect(await isOpen(reading)).toBe(true)
    await log.sql.query(`insert into account_log values ($1, 1, now())`, [account])
    await log.sql.query(
      `insert into account_event values ($1, 1, gen_random_uuid(), now(), 'domain.activated', 1, 'domains/1', null, null,
         now(), 'r-1', '{}')`,
      [account],
    )
    expect((await reading).results).toHaveLength(1)
  })

  it('answers the readers that wait when the process ends', async () => {
    const ending = await runningLog()
    const reading = ending.list(account, { wait: 30 })
    await ending.list(account)
    const closing = ending.stop()
    expect(await reading).toMatchObject({ results: [] })
    await closing
    await ending.close()
  })
})
