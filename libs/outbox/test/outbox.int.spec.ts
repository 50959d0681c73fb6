import { sql } from '@nameyard/persistence/statement'
import { brokerUrls, testBroker, type TestBroker } from '@nameyard/testing/broker'
import { SettableClock } from '@nameyard/testing/clock'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { proxyTo, type Proxy } from '@nameyard/testing/proxy'
import { nameSold, OnNameSold, OnPublishName, orders, publishName, replica, taken } from './sample'
import type { Replica } from './sample'

const call = { correlationId: 'c-1' }
const rows = sql`select * from outbox order by id`

describe('the outbox', () => {
  let database: TestDatabase
  let broker: TestBroker
  let proxy: Proxy
  let one: Replica
  let two: Replica
  let dns: TestParty

  beforeAll(async () => {
    ;[database, broker] = await Promise.all([testDatabase(orders), testBroker(brokerUrls()[0])])
    proxy = await proxyTo(broker.url)
    dns = await testParty('dns', {
      url: broker.url,
      clock: new SettableClock(),
      controllers: [OnNameSold, OnPublishName],
    })
    one = await replica(database.url, proxy.url)
    two = await replica(database.url, proxy.url)
  })
  beforeEach(() => void taken.splice(0))
  afterAll(async () => {
    await one?.close()
    await two?.close()
    await dns?.close()
    await proxy?.close()
    await Promise.all([database?.drop(), broker?.drop()])
  })

  const arrived = (count: number) => eventually(() => taken.length >= count && taken, `${count} messages`)
  const emptied = () => eventually(async () => (await one.database.read(rows)).length === 0, 'an empty outbox')
  const sell = (name: string, from = one) =>
    from.database.unitOfWork(call, (tx) => from.outbox.append(tx, nameSold, { name }))

  it('publishes staged messages after the commit and deletes their rows', async () => {
    await one.database.unitOfWork(call, async (tx) => {
      await one.outbox.append(tx, nameSold, { name: 'a.com' })
      await one.outbox.append(tx, publishName, { name: 'a.com' })
      one.relay.wake()
      two.relay.wake()
      expect(taken).toEqual([])
    })
    expect((await arrived(2)).map(({ message, name }) => ({ message, name }))).toEqual(
      expect.arrayContaining([
        { message: nameSold.id, name: 'a.com' },
        { message: publishName.id, name: 'a.com' },
      ]),
    )
    await emptied()
  })

  it('publishes no message of a failed transaction', async () => {
    const failed = one.database.unitOfWork(call, async (tx) => {
      await one.outbox.append(tx, nameSold, { name: 'never.com' })
      throw new Error('changed its mind')
    })
    await expect(failed).rejects.toThrow('changed its mind')
    await sell('after.com')
    expect((await arrived(1)).map(({ name }) => name)).toEqual(['after.com'])
  })

  it('publishes each message once if two replicas look for messages', async () => {
    const names = Array.from({ length: 1_200 }, (_, index) => `n${index}.com`)
    // A busy machine publishes so many for longer than a claim lasts; then they are published again, as they must be.
    await one.database.read(sql`
      create function lasting() returns trigger language plpgsql as
        'begin new.claimed_until := new.claimed_until + interval ''1 hour''; return new; end'`)
    await one.database.read(sql`
      create trigger lasting before insert or update on outbox for each row execute function lasting()`)
    await one.database.unitOfWork(call, async (tx) => {
      for (const name of names) await one.outbox.append(tx, nameSold, { name })
    })
    two.relay.wake()
    await arrived(names.length)
    await emptied()
    expect(taken.map(({ name }) => name).sort()).toEqual([...names].sort())
    expect(new Set(taken.map(({ messageId }) => messageId)).size).toBe(names.length)
    await one.database.read(sql`drop function lasting cascade`)
  })

  it('stores messages while the broker cannot be reached, and publishes them later', async () => {
    proxy.cut()
    await eventually(() => !one.connection.channels && !two.connection.channels, 'the loss of the broker')
    await one.database.unitOfWork(call, async (tx) => {
      await one.outbox.append(tx, nameSold, { name: 'b.com' })
      await tx.query(sql`select`)
      await one.outbox.append(tx, publishName, { name: 'b.com' })
    })
    await sell('c.com', two)
    const staged = await eventually(async () => {
      const found = await one.database.read<{ claimed_until: Date | null; correlation_id: string; cmin: string }>(
        sql`select *, cmin::text from outbox order by id`,
      )
      return found.length === 3 && found.every(({ claimed_until }) => claimed_until === null) && found
    }, 'three unclaimed messages')
    expect(staged[0]).toMatchObject({ correlation_id: 'c-1' })
    // One statement stores all messages of a transaction.
    expect(staged[0]!.cmin).toBe(staged[1]!.cmin)
    expect(taken).toEqual([])
    proxy.restore()
    expect((await arrived(3)).map(({ name }) => name).sort()).toEqual(['b.com', 'b.com', 'c.com'])
    await emptied()
  })

  it('publishes later messages if one message cannot be published', async () => {
    await one.database.unitOfWork({ correlationId: 'longer than AMQP can carry '.repeat(10) }, (tx) =>
      one.outbox.append(tx, nameSold, { name: 'stuck.com' }),
    )
    await sell('d.com')
    await sell('e.com')
    expect((await arrived(2)).map(({ name }) => name)).toEqual(['d.com', 'e.com'])
    await eventually(async () => {
      const staged = await one.database.read<{ payload: string }>(rows)
      return staged.length === 1 && staged[0]!.payload.includes('stuck.com')
    }, 'one message left')
    await one.database.read(sql`delete from outbox`)
  })

  it('publishes the messages of a crashed relay, but only after its claim has expired', async () => {
    const stage = (payload: string, claim: string) => sql`
      insert into outbox (message_id, message, payload, correlation_id, created_at, claimed_until)
      values (gen_random_uuid(), ${nameSold.id}, ${payload}, 'c-2', now(), clock_timestamp() + ${claim}::interval)`
    await one.database.read(stage('{"name":"held.com"}', '1 hour'))
    await one.database.read(stage('{"name":"left.com"}', '-1 millisecond'))
    await sell('last.com')
    await arrived(2)
    expect(taken.map(({ name }) => name).sort()).toEqual(['last.com', 'left.com'])
    const staged = await eventually(async () => {
      const found = await one.database.read<{ payload: string }>(rows)
      return found.length === 1 && found
    }, 'only the claimed message left')
    expect(staged[0]!.payload).toContain('held.com')
    await one.database.read(sql`delete from outbox`)
  })

  it('publishes staged messages before it stops', async () => {
    const last = await replica(database.url, proxy.url)
    await last.database.unitOfWork(call, (tx) => last.outbox.append(tx, nameSold, { name: 'z.com' }))
    await last.close()
    expect((await arrived(1)).map(({ name }) => name)).toEqual(['z.com'])
    await emptied()
  })

  describe('once', () => {
    const messageId = '01900000-0000-7000-8000-000000000001'
    const once = (consumer: string, act: () => Promise<void>, by = one) =>
      by.database.unitOfWork(call, (tx) => by.outbox.once(tx, messageId, consumer, act))

    it('runs the action once for each consumer, even if the message is delivered again', async () => {
      let acts = 0
      const act = async () => void acts++
      expect(await once('first', act)).toBe(true)
      expect(await once('first', act)).toBe(false)
      expect(await once('second', act, two)).toBe(true)
      expect(acts).toBe(2)
    })

    it('runs the action once if two replicas get the message at the same time', async () => {
      let acts = 0
      const act = async () => void acts++
      const ran = await Promise.all([once('both', act, one), once('both', act, two), once('both', act, one)])
      expect(ran.filter(Boolean)).toHaveLength(1)
      expect(acts).toBe(1)
    })

    it('runs the action again if it failed the first time', async () => {
      await expect(once('clumsy', () => Promise.reject(new Error('dropped')))).rejects.toThrow('dropped')
      expect(await once('clumsy', async () => undefined)).toBe(true)
    })
  })

  describe('at least once', () => {
    const delivery = { ...call, messageId: '01900000-0000-7000-8000-000000000002' }
    const send = (consumer: string, act: () => Promise<void>, by = one) =>
      by.outbox.atLeastOnce(by.database, delivery, consumer, act)

    it('acts once for each consumer when the message is delivered again afterwards', async () => {
      let acts = 0
      const act = async () => void acts++
      await send('first', act)
      await send('first', act, two)
      await send('second', act, two)
      expect(acts).toBe(2)
    })

    it('acts again if the action failed, or the process ended before it was recorded', async () => {
      await expect(send('clumsy', () => Promise.reject(new Error('dropped')))).rejects.toThrow('dropped')
      let acts = 0
      await send('clumsy', async () => void acts++)
      expect(acts).toBe(1)
    })

    it('counts a message as consumed that the action itself has recorded', async () => {
      let acts = 0
      const act = async () => {
        acts++
        await one.database.unitOfWork(call, (tx) =>
          one.outbox.once(tx, delivery.messageId, 'recording', () => Promise.resolve()),
        )
      }
      await send('recording', act)
      await send('recording', act)
      expect(acts).toBe(1)
    })
  })
})
