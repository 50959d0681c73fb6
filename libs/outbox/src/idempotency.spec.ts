import { Database } from '@nameyard/persistence/database'
import { PersistenceModule } from '@nameyard/persistence/persistence-module'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { INestApplicationContext } from '@nestjs/common'
import { earlierAnswer, placeOnce, type RepeatableOrder } from './idempotency'
import { outboxMigrations } from './migrations-folder'

@Module({})
class Root {}

const start = new Date('2027-01-01T00:00:00Z')
const after = (seconds: number) => new Date(start.getTime() + seconds * 1_000)

describe('an order that comes twice', () => {
  let clone: TestDatabase
  let app: INestApplicationContext
  let database: Database
  let resellerId = 0
  let placements: string[]

  beforeAll(async () => {
    clone = await testDatabase({ name: 'orders', migrations: [outboxMigrations] })
    const persistence = PersistenceModule.forService({ service: 'orders', url: clone.url, entities: [] })
    app = await NestFactory.createApplicationContext({ module: Root, imports: [persistence] }, { logger: false })
    database = app.get(Database)
  })
  beforeEach(() => {
    resellerId++
    placements = []
  })
  afterAll(async () => {
    await app?.close()
    await clone?.drop()
  })

  const order = (over: Partial<RepeatableOrder> & { key?: string } = {}): RepeatableOrder => ({
    call: { correlationId: 'c', deadline: 0, ...(over.key !== undefined && { idempotencyKey: over.key }) },
    resellerId,
    operation: 'domains.create',
    input: { domain: 'example.com', period: 1 },
    now: start,
    windowMs: 10_000,
    ...over,
  })
  const place = (given: RepeatableOrder) =>
    database.unitOfWork(given.call, (tx) =>
      placeOnce(tx, given, async () => {
        placements.push(`placement ${placements.length + 1}`)
        return placements.at(-1)!
      }),
    )

  it('is placed once and answered alike', async () => {
    expect(await earlierAnswer(database, order())).toBeUndefined()
    expect(await place(order())).toBe('placement 1')
    expect(await place(order({ now: after(9) }))).toBe('placement 1')
    expect(await earlierAnswer(database, order({ now: after(9) }))).toBe('placement 1')
    expect(placements).toHaveLength(1)
  })

  it('is placed once when it comes many times at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => place(order({ key: 'k' }))))
    expect(new Set(answers)).toEqual(new Set(['placement 1']))
    expect(placements).toHaveLength(1)
  })

  it('is another order after the window', async () => {
    await place(order())
    expect(await earlierAnswer(database, order({ now: after(11) }))).toBeUndefined()
    expect(await place(order({ now: after(11) }))).toBe('placement 2')
    expect(await place(order({ now: after(12) }))).toBe('placement 2')
  })

  it('is another order when it differs, or is of another account or operation', async () => {
    await place(order())
    await place(order({ input: { domain: 'example.com', period: 2 } }))
    await place(order({ operation: 'domains.renew' }))
    await place(order({ resellerId: ++resellerId }))
    expect(placements).toHaveLength(4)
  })

  it('is the same under its own key for a day, and refused when the key comes with another request', async () => {
    await place(order({ key: 'k' }))
    expect(await place(order({ key: 'k', now: after(86_000) }))).toBe('placement 1')
    const other = order({ key: 'k', input: { domain: 'other.com' }, now: after(60) })
    await expect(place(other)).rejects.toMatchObject({ refusal: 'idempotency_key_reused' })
    await expect(earlierAnswer(database, other)).rejects.toMatchObject({ refusal: 'idempotency_key_reused' })
    expect(await place(order({ key: 'another', now: after(60) }))).toBe('placement 2')
    expect(await place({ ...other, now: after(86_401) })).toBe('placement 3')
  })

  it('may be tried again when it could not be placed', async () => {
    const failing = database.unitOfWork(order().call, (tx) =>
      placeOnce(tx, order({ key: 'k' }), () => Promise.reject(new Error('not today'))),
    )
    await expect(failing).rejects.toThrow('not today')
    expect(await earlierAnswer(database, order({ key: 'k' }))).toBeUndefined()
    expect(await place(order({ key: 'k' }))).toBe('placement 1')
  })

  it('is placed by the second call when the first one fails while the second waits', async () => {
    let failFirst = () => {}
    let begun = () => {}
    const firstBegan = new Promise<void>((resolve) => (begun = resolve))
    const first = database.unitOfWork(order().call, (tx) =>
      placeOnce(tx, order({ key: 'k' }), () => {
        begun()
        return new Promise<string>((_, reject) => (failFirst = () => reject(new Error('not today'))))
      }),
    )
    const refused = expect(first).rejects.toThrow('not today')
    await firstBegan
    const second = place(order({ key: 'k' }))
    failFirst()
    await refused
    expect(await second).toBe('placement 1')
  })
})
