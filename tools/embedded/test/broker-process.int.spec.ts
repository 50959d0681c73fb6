import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createConnection, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { connect, type ChannelModel, type ConsumeMessage, type GetMessage } from 'amqplib'
import { startBroker } from '../src/broker/broker'
import { compileInto } from './compiled'

/** What only the embedded broker has: its process, journal, limits and refusals. */

let folder: string
let main: string
const started: ChildProcess[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'broker-'))
  main = join(compileInto(join(folder, 'compiled')), 'broker/main.js')
})
afterAll(() => {
  for (const child of started) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

let folders = 0
const dataFolder = (): string => join(folder, `data-${folders++}`)

async function run(...args: string[]): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  started.push(child)
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string]
  return { child, url: (JSON.parse(line) as { url: string }).url }
}

function withPassword(printed: string, data: string): string {
  const url = new URL(printed)
  url.password = readFileSync(join(data, 'password'), 'utf8')
  return url.href
}

async function open(url: string): Promise<ChannelModel> {
  const connection = await connect(url, { noDelay: true })
  connection.on('error', () => undefined)
  return connection
}

const errorCode = async (emitter: NodeJS.EventEmitter): Promise<number> =>
  ((await once(emitter, 'error')) as [{ code: number }])[0].code

describe('the broker process', () => {
  it('loses no confirmed message when it is killed', async () => {
    const data = dataFolder()
    const first = await run('--data', data)
    const connection = await open(withPassword(first.url, data))
    const channel = await connection.createConfirmChannel()
    await channel.assertExchange('events', 'topic', { durable: true })
    await channel.assertQueue('work', { durable: true, arguments: { 'x-queue-type': 'quorum' } })
    await channel.bindQueue('work', 'events', 'domains.#')
    await channel.assertQueue('acknowledged', { durable: true })
    await channel.assertQueue('transient', { durable: false, exclusive: true })
    const confirmed: number[] = []
    let acked = 0
    await channel.consume('acknowledged', (message) => {
      if (++acked <= 1000) channel.ack(message!)
    })
    const done = new Promise<void>((resolve) => {
      for (let n = 0; n < 4000; n++) {
        channel.publish('events', 'domains.domain.renewed', Buffer.from(String(n)), { persistent: true }, (error) => {
          if (!error && confirmed.push(n) === 2000) resolve()
        })
        channel.sendToQueue('acknowledged', Buffer.from(String(n)), { persistent: n < 3000 })
        channel.sendToQueue('transient', Buffer.from(String(n)), { persistent: true })
      }
    })
    await done
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')

    const second = await run('--data', data)
    const again = await (await open(withPassword(second.url, data))).createChannel()
    const seen = new Set<number>()
    await new Promise<void>((resolve) => {
      void again.consume('work', (message: ConsumeMessage | null) => {
        seen.add(Number(message!.content))
        again.ack(message!)
        if (confirmed.every((n) => seen.has(n))) resolve()
      })
    })
    expect([...seen]).toEqual([...seen].sort((one, other) => one - other))
    await again.checkExchange('events')
    await expect(again.checkQueue('transient')).rejects.toThrow('404')
    second.child.kill('SIGTERM')
    expect(await once(second.child, 'exit')).toEqual([0, null])
  })

  it('compacts the journal to the present state', async () => {
    const data = dataFolder()
    const publishAndTake = async (keep: number): Promise<void> => {
      const broker = await startBroker({ dataFolder: data })
      const connection = await open(broker.url)
      const channel = await connection.createConfirmChannel()
      await channel.assertQueue('work', { durable: true })
      for (let n = 0; n < 500; n++) channel.sendToQueue('work', Buffer.alloc(1000), { persistent: true })
      await channel.waitForConfirms()
      const { messageCount } = await channel.checkQueue('work')
      for (let n = 0; n < messageCount - keep; n++) channel.ack((await channel.get('work')) as GetMessage)
      // Closing the channel makes sure that the last ack has arrived. Closing only the connection would not.
      await channel.close()
      await connection.close()
      await broker.close()
    }
    await publishAndTake(2)
    expect(statSync(join(data, 'journal')).size).toBeGreaterThan(500_000)
    const broker = await startBroker({ dataFolder: data })
    expect(statSync(join(data, 'journal')).size).toBeLessThan(3000)
    const connection = await open(broker.url)
    const channel = await connection.createChannel()
    expect((await channel.checkQueue('work')).messageCount).toBe(2)
    const message = (await channel.get('work')) as GetMessage
    expect(message.fields.redelivered).toBe(true)
    await connection.close()
    await broker.close()
  })

  it('counts time to live while it is down', async () => {
    const options = { dataFolder: dataFolder() }
    const first = await startBroker(options)
    const channel = await (await open(first.url)).createConfirmChannel()
    await channel.assertQueue('graveyard', { durable: true })
    await channel.assertQueue('short', { durable: true, deadLetterExchange: '', deadLetterRoutingKey: 'graveyard' })
    channel.sendToQueue('short', Buffer.from('late'), { persistent: true, expiration: 30 })
    await channel.waitForConfirms()
    await first.close()
    const second = await startBroker(options)
    const connection = await open(second.url)
    const dead = await connection.createChannel()
    const message = await new Promise<ConsumeMessage>((resolve) => {
      void dead.consume('graveyard', (dead) => resolve(dead!), { noAck: true })
    })
    expect(message.properties.headers!['x-death']).toMatchObject([{ reason: 'expired', queue: 'short' }])
    await connection.close()
    await second.close()
  })

  it('ends with its parent when started with --with-parent', async () => {
    const { child } = await run('--with-parent')
    child.stdin!.end()
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('refuses a data folder or a port that another broker uses', async () => {
    const data = dataFolder()
    const broker = await startBroker({ dataFolder: data })
    await expect(startBroker({ dataFolder: data })).rejects.toThrow('Another process uses the data folder')
    await expect(startBroker({ port: broker.port })).rejects.toThrow(`Port ${broker.port} on 127.0.0.1 is in use`)
    await broker.close()
    await (await startBroker({ dataFolder: data })).close()
  })
})

describe('connections to the broker', () => {
  it('are open to the holder of its random password only', async () => {
    const broker = await startBroker()
    await (await open(broker.url)).close()
    const other = await startBroker()
    for (const login of ['guest:guest', 'nameyard:nameyard', `guest:${new URL(broker.url).password}`]) {
      await expect(connect(`amqp://${login}@127.0.0.1:${broker.port}`)).rejects.toThrow('403')
    }
    expect(new URL(other.url).password).not.toBe(new URL(broker.url).password)
    await broker.close()
    await other.close()
  })

  it('need the password in its data folder, which only the owner can read and which it does not print', async () => {
    const data = dataFolder()
    const { child, url } = await run('--data', data)
    const password = readFileSync(join(data, 'password'), 'utf8')
    expect(password.length).toBeGreaterThanOrEqual(32)
    expect(statSync(join(data, 'password')).mode & 0o777).toBe(0o600)
    expect(statSync(data).mode & 0o077).toBe(0)
    expect(url).not.toContain(password)
    await expect(connect(url)).rejects.toThrow('403')
    await (await open(withPassword(url, data))).close()
    child.kill('SIGTERM')
    await once(child, 'exit')
    const again = await startBroker({ dataFolder: data })
    expect(new URL(again.url).password).toBe(password)
    await again.close()
  })

  it('get a password when the data folder is from a version without one', async () => {
    const data = dataFolder()
    await (await startBroker({ dataFolder: data })).close()
    rmSync(join(data, 'password'))
    const broker = await startBroker({ dataFolder: data })
    await (await open(broker.url)).close()
    await expect(connect(`amqp://guest:guest@127.0.0.1:${broker.port}`)).rejects.toThrow('403')
    await broker.close()
  })

  it('separates virtual hosts', async () => {
    const broker = await startBroker()
    const one = await open(`${broker.url}/one`)
    const two = await open(`${broker.url}/two`)
    await (await one.createChannel()).assertQueue('q')
    const probe = await two.createChannel()
    probe.on('error', () => undefined)
    await expect(probe.checkQueue('q')).rejects.toThrow('404')
    await one.close()
    await two.close()
    await broker.close()
  })

  it.each([
    ['headers exchanges', (on: ChannelModel) => on.createChannel().then((c) => c.assertExchange('h', 'headers'))],
    [
      'exchange to exchange bindings',
      (on: ChannelModel) => on.createChannel().then((c) => c.bindExchange('a', 'b', '')),
    ],
    ['priorities', (on: ChannelModel) => on.createChannel().then((c) => c.assertQueue('p', { maxPriority: 3 }))],
    [
      'streams',
      (on: ChannelModel) =>
        on.createChannel().then((c) => c.assertQueue('s', { arguments: { 'x-queue-type': 'stream' } })),
    ],
  ])('refuses %s with 540', async (_what, attempt) => {
    const broker = await startBroker()
    const connection = await connect(broker.url)
    const code = errorCode(connection)
    await Promise.all([expect(attempt(connection)).rejects.toThrow(), code])
    expect(await code).toBe(540)
    await broker.close()
  })

  it.each([
    ['a name', { durable: false }],
    ['an expiry', { durable: false, autoDelete: true, expires: 1000 }],
  ])('refuses a transient queue with %s that is not exclusive, as RabbitMQ 4.3 does', async (_what, options) => {
    const broker = await startBroker()
    const connection = await connect(broker.url)
    const ended = once(connection, 'error')
    const channel = await connection.createChannel()
    await channel.assertQueue('durable', { durable: true })
    await channel.assertQueue('exclusive', { durable: false, exclusive: true })
    await Promise.all([expect(channel.assertQueue('transient', options)).rejects.toThrow(), ended])
    const [error] = (await ended) as [Error & { code: number }]
    expect(error.code).toBe(541)
    expect(error.message).toContain("queue 'transient' in vhost '/' is transient and not exclusive")
    await broker.close()
  })

  it('refuses messages beyond its memory limit: with a nack on confirm channels, by closing others', async () => {
    const broker = await startBroker({ memoryLimit: 100_000 })
    const connection = await open(broker.url)
    const blocked = once(connection, 'blocked')
    const unblocked = once(connection, 'unblocked')
    const channel = await connection.createConfirmChannel()
    await channel.assertQueue('q')
    const results = await Promise.all(
      Array.from(
        { length: 20 },
        () =>
          new Promise<boolean>((resolve) =>
            channel.sendToQueue('q', Buffer.alloc(10_000), {}, (refusal) => resolve(!refusal)),
          ),
      ),
    )
    expect(results.filter(Boolean)).toHaveLength(9)
    await blocked
    const plain = await open(broker.url)
    const code = errorCode(plain)
    const publisher = await plain.createChannel()
    publisher.sendToQueue('q', Buffer.alloc(10_000))
    expect(await code).toBe(506)
    await channel.purgeQueue('q')
    await unblocked
    await connection.close()
    await broker.close()
  })

  it('closes the channel on a body above the size limit', async () => {
    const broker = await startBroker({ maxMessageBytes: 1000 })
    const connection = await open(broker.url)
    const channel = await connection.createChannel()
    const code = errorCode(channel)
    channel.sendToQueue('q', Buffer.alloc(300_000))
    expect(await code).toBe(406)
    await (await connection.createChannel()).assertQueue('', { exclusive: true })
    await connection.close()
    await broker.close()
  })

  it('leaves messages for a slow client in the queue, and continues when it reads', async () => {
    const broker = await startBroker()
    const reader = await open(broker.url)
    const writer = await open(broker.url)
    const consuming = await reader.createChannel()
    const publishing = await writer.createConfirmChannel()
    await publishing.assertQueue('q')
    const { stream } = (reader as unknown as { connection: { stream: Socket } }).connection
    let received = 0
    let all!: () => void
    const complete = new Promise<void>((resolve) => (all = resolve))
    await consuming.consume('q', () => void (++received === 1000 && all()), { noAck: true })
    stream.pause()
    for (let n = 0; n < 1000; n++) publishing.sendToQueue('q', Buffer.alloc(20_000))
    await publishing.waitForConfirms()
    expect((await publishing.checkQueue('q')).messageCount).toBeGreaterThan(100)
    stream.resume()
    await complete
    await reader.close()
    await writer.close()
    await broker.close()
  })

  it('replies to another protocol with its own version and closes', async () => {
    const broker = await startBroker()
    const socket = createConnection(broker.port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\n\r\n'))
    const answer: Buffer[] = []
    socket.on('data', (chunk) => answer.push(chunk))
    await once(socket, 'close')
    expect(Buffer.concat(answer).toString('latin1')).toBe('AMQP\0\0\x09\x01')
    await broker.close()
  })

  it('disconnects a client that sends no heartbeat', async () => {
    const broker = await startBroker()
    const connection = await open(`${broker.url}?heartbeat=1`)
    const { stream } = (connection as unknown as { connection: { stream: Socket } }).connection
    // From now on, nothing that the client sends reaches the broker.
    stream.write = () => true
    await once(stream, 'close')
    await broker.close()
  })

  it('closes connections properly when it stops', async () => {
    const broker = await startBroker()
    const connection = await connect(broker.url)
    const closed = once(connection, 'close')
    await broker.close()
    expect(await closed).toMatchObject([{ code: 320 }])
  })
})
