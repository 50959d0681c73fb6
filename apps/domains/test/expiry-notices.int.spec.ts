import { randomUUID } from 'node:crypto'
import { Module, type INestApplicationContext } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { Client } from 'pg'
import { sendExpiryNotice } from '@nameyard/contracts/customers/send-expiry-notice'
import type { Payload } from '@nameyard/contracts/event'
import { recordEvent } from '@nameyard/contracts/events/record-event'
import { MessagingModule } from '@nameyard/messaging/messaging-module'
import { AccountEvents } from '@nameyard/outbox/account-events'
import { AuditTrail } from '@nameyard/outbox/audit-trail'
import { Outbox } from '@nameyard/outbox/outbox'
import { OutboxModule } from '@nameyard/outbox/outbox-module'
import { Database } from '@nameyard/persistence/database'
import { PersistenceModule } from '@nameyard/persistence/persistence-module'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import { Schedule } from '@nameyard/runtime/schedule'
import { testBroker } from '@nameyard/testing/broker'
import { SettableClock } from '@nameyard/testing/clock'
import { testDatabase } from '@nameyard/testing/database'
import { WhenDataReminderDue } from '../src/following/when-data-reminder-due'
import { WhenExpiryNear } from '../src/following/when-expiry-near'
import { DomainChanges } from '../src/lifecycle/domain-changes'
import { domainSchema } from '../src/lifecycle/domain.store'
import { Effects } from '../src/lifecycle/effects'
import type { Domain } from '../src/lifecycle/model/domain'
import { DAY_MS, plusDays, yearsLater } from '../src/lifecycle/model/timers'
import { service } from '../src/service'
import { exampleDomain } from './example-domain'
import { CODE_SECRET } from './worker-stand-in'

const SEED = 20_270_101
const DAYS = 400
const DOMAINS = 300
/** The longest time without a process. */
const OUTAGE = 3

@Module({})
class Root {}

let drop: () => Promise<unknown>
let app: INestApplicationContext
let sql: Client
let database: Database
let changes: DomainChanges
const start = new Date('2027-01-01T00:00:00Z')
const clock = new SettableClock(start)

beforeAll(async () => {
  const [db, broker] = await Promise.all([testDatabase(service), testBroker()])
  drop = () => Promise.all([db.drop(), broker.drop()])
  sql = new Client({ connectionString: db.url })
  await sql.connect()
  await sql.query('set search_path to domains')
  app = await NestFactory.createApplicationContext(
    {
      module: Root,
      imports: [
        PersistenceModule.forService({ service: 'domains', url: db.url, entities: [domainSchema] }),
        MessagingModule.forService({ service: 'domains', url: broker.url, now: () => clock.machineMs() }),
        OutboxModule.forService({ now: () => clock.now() }),
      ],
    },
    { logger: false },
  )
  database = app.get(Database)
  const cipher = new AuthCodeCipher([CODE_SECRET])
  const [outbox, trail, events] = [app.get(Outbox), app.get(AuditTrail), app.get(AccountEvents)]
  changes = new DomainChanges(outbox, trail, new Effects(), clock, cipher, events)
})
afterAll(async () => {
  await app?.close()
  await sql?.end()
  await drop?.()
})
beforeEach(async () => {
  clock.set(start)
  await sql.query('truncate domain, notice_position cascade')
})

/** A process that gives notices. It runs only when the test says so. */
const notifier = () => new WhenExpiryNear(database, changes, clock, new Schedule())

let names = 0
async function created(over: Partial<Domain>): Promise<Domain> {
  const label = `d${++names}`
  const made = exampleDomain({ name: `${label}.com`, label, authCode: '', activatedAt: clock.now(), ...over })
  const { id: _, ...ordered } = made
  return (await database.unitOfWork({ correlationId: randomUUID() }, (tx) => changes.create(tx, ordered)))!
}

async function changed(before: Domain, over: Partial<Domain>): Promise<Domain> {
  const after = { ...before, ...over, version: before.version + 1 }
  await database.unitOfWork({ correlationId: randomUUID() }, (tx) => changes.save(tx, before, after))
  return after
}

/** The instants of the events of a type, by the id of the domain. */
async function told(type = 'domain.expiring'): Promise<ReadonlyMap<number, readonly Date[]>> {
  const { rows } = await sql.query<{ payload: Payload<typeof recordEvent> }>(
    `select payload::jsonb from (select message, payload from outbox union select message, payload from sent) as stored
     where message = $1 and payload::jsonb ->> 'type' = $2 order by payload::jsonb ->> 'at'`,
    [recordEvent.id, type],
  )
  const found = new Map<number, Date[]>()
  for (const { payload } of rows) {
    const id = Number(payload.object.split('/')[1])
    found.set(id, [...(found.get(id) ?? []), new Date(payload.at)])
  }
  return found
}

/** The kinds of the mails about a domain that were asked for. */
async function mailed(id: number): Promise<readonly string[]> {
  const { rows } = await sql.query<{ payload: Payload<typeof sendExpiryNotice> }>(
    `select payload::jsonb from (select message, payload from outbox union select message, payload from sent) as stored
     where message = $1 and payload::jsonb -> 'domainId' = to_jsonb($2::int)`,
    [sendExpiryNotice.id, id],
  )
  return rows.map(({ payload }) => payload.kind).toSorted()
}

const daysBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / DAY_MS
const expires = (days: number) => plusDays(clock.now(), days)

it('gives a notice once, whoever runs, and each with the next expiry again', async () => {
  await notifier().run()
  const domain = await created({ expiresAt: expires(60) })
  for (let day = 0; day < 70; day++) {
    await Promise.all([notifier().run(), notifier().run(), notifier().run()])
    if (day === 58) await changed(domain, { expiresAt: yearsLater(domain.expiresAt!, 1) })
    clock.advance(DAY_MS)
  }
  clock.advance(335 * DAY_MS)
  const before = (await told()).get(domain.id)!
  expect(before.map((at) => daysBetween(at, domain.expiresAt!))).toEqual([30, 7])
  await notifier().run()
  const after = (await told()).get(domain.id)!.slice(2)
  expect(after.map((at) => daysBetween(at, yearsLater(domain.expiresAt!, 1)))).toEqual([21])
})

it('gives no notice of the past to a domain that comes within the days before its expiry', async () => {
  await notifier().run()
  clock.advance(DAY_MS)
  const domain = await created({ expiresAt: expires(20) })
  await notifier().run()
  expect((await told()).get(domain.id)).toBeUndefined()
  clock.advance(13 * DAY_MS)
  await notifier().run()
  expect((await told()).get(domain.id)).toHaveLength(1)
})

it('gives only the last notice after a long time without a process', async () => {
  await notifier().run()
  const [near, over] = [await created({ expiresAt: expires(40) }), await created({ expiresAt: expires(34) })]
  clock.advance(35 * DAY_MS)
  await notifier().run()
  const found = await told()
  expect([found.get(near.id)?.length, found.get(over.id)]).toEqual([1, undefined])
})

it('begins an installation with domains without all notices at once', async () => {
  const domain = await created({ expiresAt: expires(20) })
  await notifier().run()
  expect((await told()).get(domain.id)).toBeUndefined()
})

it('asks for a mail about each notice, and about the expiry', async () => {
  await notifier().run()
  const domain = await created({ expiresAt: expires(31) })
  for (const days of [1, 23, 6]) {
    clock.advance(days * DAY_MS)
    await notifier().run()
  }
  await changed(domain, { phase: 'quarantine.soft', removalReason: 'expired', softEndsAt: expires(30) })
  expect(await mailed(domain.id)).toEqual(['expired', 'in-1-day', 'in-30-days', 'in-7-days'])
})

it('gives notices to many domains of one expiry in turns', async () => {
  await notifier().run()
  const expiresAt = expires(31)
  const ids: number[] = []
  for (let count = 0; count < 230; count++) ids.push((await created({ expiresAt })).id)
  clock.advance(DAY_MS)
  await Promise.all([notifier().run(), notifier().run()])
  const found = await told()
  expect(ids.map((id) => found.get(id)?.length)).toEqual(ids.map(() => 1))
})

it('tells the sandbox clock when the next notice is due', async () => {
  const schedule = new Schedule()
  const near = new WhenExpiryNear(database, changes, clock, schedule)
  near.onApplicationBootstrap()
  await near.run()
  const { expiresAt } = await created({ expiresAt: expires(40) })
  expect(await schedule.nextDue()).toEqual(plusDays(expiresAt!, -30))
  clock.advance(10 * DAY_MS)
  await near.run()
  expect(await schedule.nextDue()).toEqual(plusDays(expiresAt!, -7))
  await near.onModuleDestroy()
})

describe(`in ${DAYS} days (seed ${SEED})`, () => {
  const random = seeded(SEED)
  const upTo = (most: number) => Math.floor(random() * most)

  /** What a domain was from an instant on. */
  interface Span {
    readonly from: Date
    to: Date
    readonly expiresAt: Date
    readonly isHeld: boolean
  }
  interface Life {
    domain: Domain
    readonly fate: string
    readonly spans: Span[]
    nextAt: Date
  }

  const fates = ['renewed', 'autorenewed', 'lapses', 'restored', 'deleted', 'undeleted', 'transferred', 'kept'] as const

  function note({ domain, spans }: Life): void {
    const last = spans.at(-1)
    if (last) last.to = clock.now()
    const isHeld = domain.phase === 'active' && !domain.removalReason
    spans.push({ from: clock.now(), to: plusDays(start, 2 * DAYS), expiresAt: domain.expiresAt!, isHeld })
  }

  /** When the next thing happens to a domain that is active. */
  function planned(fate: string, expiresAt: Date): Date {
    switch (fate) {
      case 'autorenewed':
      case 'lapses':
      case 'restored':
        return expiresAt
      case 'kept':
        return plusDays(start, 2 * DAYS)
      default:
        return plusDays(expiresAt, -1 - upTo(50))
    }
  }

  async function act(life: Life): Promise<void> {
    const { domain, fate } = life
    const move = async (over: Partial<Domain>) => {
      life.domain = await changed(life.domain, { ...over, changedAt: clock.now() })
      note(life)
    }
    const never = plusDays(start, 2 * DAYS)
    if (domain.phase !== 'active') {
      const isPaid = fate === 'restored'
      const expiresAt = isPaid ? yearsLater(domain.expiresAt!, 1) : domain.expiresAt
      await move({ phase: 'active', removalReason: null, softEndsAt: null, expiresAt })
      life.nextAt = never
      return
    }
    life.nextAt = never
    if (fate === 'renewed' || fate === 'autorenewed') {
      await move({ expiresAt: yearsLater(domain.expiresAt!, 1) })
      life.nextAt = planned(fate, life.domain.expiresAt!)
    } else if (fate === 'lapses' || fate === 'restored') {
      await move({ phase: 'quarantine.soft', removalReason: 'expired', softEndsAt: expires(30) })
      if (fate === 'restored') life.nextAt = expires(1 + upTo(25))
    } else if (fate === 'transferred') {
      await move({ phase: 'transferredAway', removalReason: 'transferred', deletedAt: clock.now() })
    } else {
      await move({ phase: 'quarantine.soft', removalReason: 'owner', softEndsAt: expires(30) })
      if (fate === 'undeleted') life.nextAt = expires(1 + upTo(20))
    }
  }

  it('gives each notice, none twice, and none outside its days', async () => {
    const lives: Life[] = []
    const sweeps: Date[] = []
    for (let day = 0; day < DAYS; day += 1) {
      for (const life of lives) {
        // Several things may have become due since the day before.
        while (life.nextAt <= clock.now()) await act(life)
      }
      const arrivals = Math.ceil(((day + 1) * DOMAINS) / (DAYS / 2)) - lives.length
      for (let count = 0; count < Math.min(arrivals, DOMAINS - lives.length); count++) {
        const fate = fates[upTo(fates.length)]!
        const expiresAt = plusDays(clock.now(), 1 + random() * 365)
        const life = { fate, spans: [], nextAt: start, domain: await created({ expiresAt, phase: 'active' }) }
        note(life)
        const at = planned(fate, expiresAt)
        life.nextAt = at > clock.now() ? at : expiresAt
        lives.push(life)
      }
      sweeps.push(clock.now())
      await Promise.all([notifier().run(), notifier().run()])
      clock.advance(DAY_MS * (random() < 0.05 ? OUTAGE : 1) * (0.5 + random() / 2))
    }

    const found = await told()
    const windows = [
      { from: 30 - OUTAGE, to: 30 },
      { from: 7 - OUTAGE, to: 7 },
      { from: 0, to: 1 },
    ]
    let given = 0
    for (const { domain, spans, fate } of lives) {
      const notices = (found.get(domain.id) ?? []).map((at) => {
        const span = spans.find(({ from, to }) => from <= at && at < to)!
        return { left: daysBetween(at, span.expiresAt), span }
      })
      given += notices.length
      for (const { left, span } of notices) {
        const isWithin = windows.some(({ from, to }) => left > from && left <= to)
        expect({ fate, left, isHeld: span.isHeld, isWithin }).toEqual({ fate, left, isHeld: true, isWithin: true })
      }
      for (const span of spans) {
        for (const { from, to } of windows) {
          const [begins, ends] = [plusDays(span.expiresAt, -to), plusDays(span.expiresAt, -from)]
          const of = notices.filter((each) => each.span === span && each.left > from && each.left <= to)
          expect(of.length).toBeLessThanOrEqual(1)
          const isDue = span.isHeld && span.from < begins && span.to >= ends
          const isSwept = sweeps.some((at) => at >= begins && at < ends)
          if (isDue && isSwept)
            expect({ fate, id: domain.id, from, count: of.length }).toEqual({ fate, id: domain.id, from, count: 1 })
        }
      }
    }
    expect(given).toBeGreaterThan(DOMAINS)
    const expired = await told('domain.expired')
    for (const { domain, fate, spans } of lives) {
      const lapsed = spans.filter(
        ({ isHeld }, index) => !isHeld && (fate === 'lapses' || fate === 'restored') && index > 0,
      )
      expect(expired.get(domain.id)?.length ?? 0).toBe(lapsed.length)
      for (const at of expired.get(domain.id) ?? []) {
        const late = daysBetween(lapsed[0]!.expiresAt, at)
        expect(late).toBeGreaterThanOrEqual(0)
        expect(late).toBeLessThan(5)
      }
    }
  })
})

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

it('asks the registrant of a gTLD once a year to check the data, also in a term of years, and after a renewal', async () => {
  const reminder = () => new WhenDataReminderDue(database, changes, clock, new Schedule())
  await reminder().run()
  const long = await created({ expiresAt: yearsLater(start, 3) })
  const renewed = await created({ expiresAt: yearsLater(start, 1) })
  const ofCountry = { name: 'country.nl', label: 'country', extension: 'nl' }
  const national = await created({ ...ofCountry, expiresAt: yearsLater(start, 1) })
  for (let month = 1; month < 36; month++) {
    clock.advance(30 * DAY_MS)
    await Promise.all([reminder().run(), reminder().run()])
    if (month === 11) await changed(renewed, { expiresAt: yearsLater(start, 2) })
  }
  const found = await told('domain.data-reminder')
  const days = (id: number) => found.get(id)?.map((at) => daysBetween(start, at))
  expect(days(long.id)).toEqual([210, 570, 930])
  expect(days(renewed.id)).toEqual([210, 570])
  expect(days(national.id)).toBeUndefined()
})
