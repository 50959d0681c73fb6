import { randomUUID } from 'node:crypto'
import { connect } from 'amqplib'
import { Client } from 'pg'
import { sql } from '@nameyard/persistence/statement'
import { namedBrokers, testBroker, type TestBroker } from '@nameyard/testing/broker'
import { SettableClock } from '@nameyard/testing/clock'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { proxyTo, type Proxy } from '@nameyard/testing/proxy'
import { nameSold, OnNameSold, OnPublishName, orders, publishName, replica, taken, type Replica } from './sample'

const call = { correlationId: 'c-1' }
const QUEUES = ['orders.mark', 'dns.events', 'dns.commands', 'dns.dead-letters']

/** A service that publishes, and a broker that is exchanged for an empty one. */
describe.each(namedBrokers())('the outbox and another broker, on %s', (_, url) => {
  let database: TestDatabase
  let broker: TestBroker
  let proxy: Proxy
  let running: { close(): Promise<void> }[]

  beforeEach(async () => {
    taken.splice(0)
    running = []
    ;[database, broker] = await Promise.all([testDatabase(orders), testBroker(url)])
    proxy = await proxyTo(broker.url)
  })
  afterEach(async () => {
    for (const each of running.reverse()) await each.close()
    await proxy?.close()
    await Promise.all([database?.drop(), broker?.drop()])
  })

  const started = <T extends { close(): Promise<void> }>(one: T): T => {
    running.push(one)
    return one
  }
  const service = async () => started(await replica(database.url, proxy.url))
  const consumer = async (): Promise<TestParty> =>
    started(
      await testParty('dns', {
        url: proxy.url,
        clock: new SettableClock(),
        controllers: [OnNameSold, OnPublishName],
      }),
    )
  const sell = (from: Replica, ...names: string[]) =>
    from.database.unitOfWork(call, (tx) =>
      from.outbox.appendAll(
        tx,
        nameSold,
        names.map((name) => ({ name })),
      ),
    )
  const rowsOf = async (from: Replica, table: 'outbox' | 'sent') =>
    (await from.database.read<{ message_id: string }>(sql`select * from ${table === 'sent' ? sql`sent` : sql`outbox`}`))
      .length
  /** All messages are confirmed, and kept. */
  const published = (from: Replica, count: number) =>
    eventually(
      async () => (await rowsOf(from, 'outbox')) === 0 && (await rowsOf(from, 'sent')) === count,
      `${count} published messages`,
    )
  const names = () => taken.map(({ name }) => name)
  const arrived = (count: number) => eventually(() => taken.length >= count, `${count} messages`)
  const atBroker = async <T>(work: (channel: Awaited<ReturnType<typeof channelOf>>) => Promise<T>): Promise<T> => {
    const connection = await connect(broker.url)
    try {
      const channel = await channelOf(connection)
      const result = await work(channel)
      await channel.close()
      return result
    } finally {
      await connection.close()
    }
  }
  const channelOf = (connection: Awaited<ReturnType<typeof connect>>) => connection.createChannel()
  const waiting = (queue: string) => atBroker(async (channel) => (await channel.checkQueue(queue)).messageCount)
  const broken = async (...replicas: Replica[]) => {
    proxy.cut()
    await eventually(() => replicas.every(({ connection }) => !connection.channels), 'the loss of the connections')
  }
  /** Loses all queues and what is in them while nobody is connected. */
  const loseDisk = async (...replicas: Replica[]) => {
    await broken(...replicas)
    await atBroker(async (channel) => {
      for (const queue of QUEUES) await channel.deleteQueue(queue)
    })
    proxy.restore()
  }
  const markAt = async (from: Replica) => {
    const [known] = await from.database.read<{ mark: string; is_marked: boolean }>(sql`select * from broker`)
    return known?.is_marked ? known.mark : undefined
  }

  it('publishes again what was confirmed and not consumed, under the same identifier', async () => {
    const one = await service()
    await sell(one, 'a.com')
    await one.database.unitOfWork(call, (tx) => one.outbox.append(tx, publishName, { name: 'a.com' }))
    await published(one, 2)
    const kept = await one.database.read<{ message_id: string }>(sql`select message_id from sent order by message_id`)
    await loseDisk(one)
    await consumer()
    await arrived(2)
    await published(one, 2)
    expect(taken.map(({ messageId }) => messageId).sort()).toEqual(kept.map(({ message_id }) => message_id))
  })

  it('publishes events to services that have not connected to the new broker yet', async () => {
    const one = await service()
    await loseDisk(one)
    await sell(one, 'first.com')
    await published(one, 1)
    expect(await waiting('dns.events')).toBe(1)
  })

  it('publishes nothing again after an ordinary reconnection or restart', async () => {
    await consumer()
    const one = await service()
    await sell(one, 'a.com')
    await arrived(1)
    await published(one, 1)
    const mark = await markAt(one)
    await broken(one)
    proxy.restore()
    await sell(one, 'b.com')
    await arrived(2)
    const two = await service()
    await sell(two, 'c.com')
    await arrived(3)
    await published(two, 3)
    expect(names()).toEqual(['a.com', 'b.com', 'c.com'])
    expect(await markAt(two)).toBe(mark)
    expect(await waiting('orders.mark')).toBe(1)
  })

  it('loses nothing when several processes find the empty broker together', async () => {
    const replicas = [await service(), await service(), await service()]
    const sold = Array.from({ length: 2_500 }, (_, index) => `n${index}.com`)
    await sell(replicas[0]!, ...sold)
    await published(replicas[0]!, sold.length)
    await loseDisk(...replicas)
    await consumer()
    await eventually(() => new Set(names()).size === sold.length, 'all messages')
    await published(replicas[0]!, sold.length)
    const mark = await markAt(replicas[0]!)
    expect(mark).toBeDefined()
    // Each of them goes on to publish, and its messages are kept.
    for (const [index, from] of replicas.entries()) await sell(from, `late${index}.com`)
    await published(replicas[0]!, sold.length + replicas.length)
    expect(await markAt(replicas[0]!)).toBe(mark)
  })

  it('ends what a process has begun that was killed while it published again', async () => {
    const one = await service()
    await sell(one, 'a.com', 'b.com')
    await published(one, 2)
    await broken(one)
    await one.database.read(sql`update broker set mark = gen_random_uuid(), is_marked = false`)
    await one.database.read(sql`
      with moved as (delete from sent where payload like '%a.com%' returning *)
      insert into outbox (message_id, message, payload, correlation_id, created_at)
      select message_id, message, payload, correlation_id, now() from moved`)
    await atBroker((channel) => channel.purgeQueue('dns.events'))
    proxy.restore()
    await consumer()
    await arrived(2)
    await published(one, 2)
    expect(names().sort()).toEqual(['a.com', 'b.com'])
    expect(await markAt(one)).toBeDefined()
  })

  it('keeps a message in the outbox whose confirmation is of a broker that was replaced meanwhile', async () => {
    await consumer()
    const one = await service()
    const other = started(await connectedTo(database.url))
    await sell(one, 'a.com')
    await published(one, 1)
    await other.query('begin; lock table orders.sent in share mode')
    await sell(one, 'b.com')
    await eventually(async () => {
      const waits = await one.database.read(sql`
        select from pg_locks where relation = 'sent'::regclass and not granted`)
      return waits.length > 0
    }, 'the waiting removal')
    const mark = randomUUID()
    await atBroker(async (channel) => {
      await channel.purgeQueue('orders.mark')
      channel.sendToQueue('orders.mark', Buffer.from(mark), { persistent: true })
    })
    await other.query(`update orders.broker set mark = '${mark}'; commit`)
    // Another process has moved what it found; this message was not among it.
    await eventually(() => names().filter((name) => name === 'b.com').length > 1, 'the second publication')
    await published(one, 2)
    expect(await markAt(one)).toBe(mark)
  })

  it('does not publish messages again that consumers may have forgotten', async () => {
    const one = await service()
    await sell(one, 'old.com', 'young.com')
    await published(one, 2)
    await broken(one)
    await one.database.read(sql`update sent set sent_at = now() - interval '7 days' where payload like '%old.com%'`)
    await loseDisk(one)
    await consumer()
    await arrived(1)
    await sell(one, 'next.com')
    await arrived(2)
    expect(names()).toEqual(['young.com', 'next.com'])
  })
})

async function connectedTo(connectionString: string) {
  const client = new Client({ connectionString })
  await client.connect()
  return Object.assign(client, { close: () => client.end() })
}
