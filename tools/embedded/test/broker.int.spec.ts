import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import {
  connect,
  type Channel,
  type ChannelModel,
  type ConfirmChannel,
  type ConsumeMessage,
  type GetMessage,
} from 'amqplib'
import { startBroker, type Broker } from '../src/broker/broker'
import { eventually } from '@nameyard/testing/eventually'

/**
 * One script of the features the platform relies on, run against the embedded broker and, where one is at hand,
 * against RabbitMQ: the same assertions must hold for both.
 */

const vhost = `conformance-${randomUUID()}`
const rabbitmqctl = (...args: string[]): boolean => spawnSync('rabbitmqctl', ['-q', ...args]).status === 0
const hasRabbit =
  rabbitmqctl('add_vhost', vhost) && rabbitmqctl('set_permissions', '-p', vhost, 'guest', '.*', '.*', '.*')

const brokers = [
  ['the embedded broker', async (): Promise<Broker> => startBroker()],
  ...(hasRabbit
    ? [
        [
          'RabbitMQ',
          async (): Promise<Broker> => ({
            url: `amqp://guest:guest@127.0.0.1:5672/${vhost}`,
            port: 5672,
            close: async () => void rabbitmqctl('delete_vhost', vhost),
          }),
        ] as const,
      ]
    : []),
] as const

describe.each(brokers)('%s', (_name, start) => {
  let broker: Broker
  let connection: ChannelModel
  let channel: Channel

  beforeAll(async () => {
    broker = await start()
  })
  afterAll(() => broker.close())
  beforeEach(async () => {
    connection = await open()
    channel = await connection.createChannel()
    channel.on('error', () => undefined)
  })
  afterEach(() => connection.close().catch(() => undefined))

  const open = async (): Promise<ChannelModel> => {
    const opened = await connect(broker.url, { noDelay: true })
    opened.on('error', () => undefined)
    return opened
  }

  const text = (message: GetMessage | ConsumeMessage | false): string | false => message && message.content.toString()
  const send = (queue: string, body: string, options = {}): boolean =>
    channel.sendToQueue(queue, Buffer.from(body), options)
  const temporary = async (options = {}): Promise<string> =>
    (await channel.assertQueue('', { exclusive: true, ...options })).queue

  /** The next messages of a queue, taken as they come. */
  const take = async (queue: string, count: number, on = channel): Promise<ConsumeMessage[]> => {
    const taken: ConsumeMessage[] = []
    let done!: () => void
    const complete = new Promise<void>((resolve) => (done = resolve))
    const { consumerTag } = await on.consume(
      queue,
      (message) => {
        if (message && taken.push(message) === count) done()
      },
      { noAck: true },
    )
    await complete
    await on.cancel(consumerTag)
    return taken
  }

  const channelError = (on: Channel): Promise<{ code: number }> =>
    once(on, 'error').then(([error]) => error as { code: number })

  it('keeps messages of one publisher in order', async () => {
    const queue = await temporary()
    for (let n = 0; n < 500; n++) send(queue, String(n))
    const taken = await take(queue, 500)
    expect(taken.map(text)).toEqual(Array.from({ length: 500 }, (_, n) => String(n)))
  })

  it('passes on properties and headers untouched', async () => {
    const queue = await temporary()
    const headers = { string: 'é', number: 7, large: 2 ** 40, half: 0.5, yes: true, list: [1, 'two'], table: { a: 1 } }
    send(queue, '{}', {
      headers,
      contentType: 'application/json',
      contentEncoding: 'utf-8',
      correlationId: 'c',
      replyTo: 'r',
      messageId: 'm',
      timestamp: 1_700_000_000,
      type: 't',
      appId: 'a',
      priority: 3,
      persistent: true,
    })
    const message = (await channel.get(queue, { noAck: true })) as GetMessage
    expect(message.properties).toMatchObject({
      headers,
      contentType: 'application/json',
      contentEncoding: 'utf-8',
      correlationId: 'c',
      replyTo: 'r',
      messageId: 'm',
      timestamp: 1_700_000_000,
      type: 't',
      appId: 'a',
      priority: 3,
      deliveryMode: 2,
    })
  })

  it('carries bodies of several frames, and empty ones', async () => {
    const queue = await temporary()
    const large = Buffer.alloc(1024 * 1024 + 17, 'large')
    channel.sendToQueue(queue, large)
    channel.sendToQueue(queue, Buffer.alloc(0))
    const [first, second] = await take(queue, 2)
    expect(first!.content.equals(large)).toBe(true)
    expect(second!.content).toHaveLength(0)
  })

  it('routes by direct, fanout and topic exchanges, each message once per queue', async () => {
    const [direct, fanout, topic] = ['direct', 'fanout', 'topic'].map((type) => `${type}-${randomUUID()}`) as [
      string,
      string,
      string,
    ]
    await channel.assertExchange(direct, 'direct', { durable: false, autoDelete: true })
    await channel.assertExchange(fanout, 'fanout', { durable: false, autoDelete: true })
    await channel.assertExchange(topic, 'topic', { durable: false, autoDelete: true })
    const queue = await temporary()
    await channel.bindQueue(queue, direct, 'one')
    await channel.bindQueue(queue, fanout, '')
    await channel.bindQueue(queue, topic, 'domains.*.renewed.#')
    await channel.bindQueue(queue, topic, '#.v1')
    channel.publish(direct, 'two', Buffer.from('missed'))
    channel.publish(direct, 'one', Buffer.from('direct'))
    channel.publish(fanout, 'whatever', Buffer.from('fanout'))
    channel.publish(topic, 'domains.domain.created', Buffer.from('missed'))
    channel.publish(topic, 'domains.domain.renewed', Buffer.from('topic'))
    channel.publish(topic, 'domains.domain.renewed.v1', Buffer.from('both'))
    send(queue, 'default')
    expect((await take(queue, 5)).map(text)).toEqual(['direct', 'fanout', 'topic', 'both', 'default'])
    await channel.unbindQueue(queue, direct, 'one')
    channel.publish('amq.topic', 'nobody', Buffer.from('missed'))
    expect((await channel.checkQueue(queue)).messageCount).toBe(0)
    // Its last binding is gone, so the auto-delete exchange is too.
    const failure = channelError(channel)
    await expect(channel.checkExchange(direct)).rejects.toThrow('404')
    expect((await failure).code).toBe(404)
  })

  it('confirms publishes and returns unroutable mandatory ones first', async () => {
    const confirmed: ConfirmChannel = await connection.createConfirmChannel()
    const queue = await temporary()
    const events: string[] = []
    confirmed.on('return', (message) =>
      events.push(`returned ${(message.fields as { replyText?: string }).replyText} ${message.content}`),
    )
    await new Promise<void>((resolve) =>
      confirmed.publish('', 'no-such-queue', Buffer.from('x'), { mandatory: true }, () => {
        events.push('confirmed')
        resolve()
      }),
    )
    expect(events).toEqual(['returned NO_ROUTE x', 'confirmed'])
    for (let n = 0; n < 1000; n++) confirmed.sendToQueue(queue, Buffer.from('x'), { persistent: n % 2 === 0 })
    await confirmed.waitForConfirms()
    expect((await channel.checkQueue(queue)).messageCount).toBe(1000)
  })

  it('holds to the prefetch of a consumer and goes on with each ack', async () => {
    const queue = await temporary()
    for (let n = 0; n < 6; n++) send(queue, String(n))
    await channel.prefetch(2)
    const taken: ConsumeMessage[] = []
    let notify = (): void => undefined
    await channel.consume(queue, (message) => {
      taken.push(message!)
      notify()
    })
    const until = async (count: number): Promise<void> => {
      while (taken.length < count) await new Promise<void>((resolve) => (notify = resolve))
    }
    await until(2)
    expect((await channel.checkQueue(queue)).messageCount).toBe(4)
    channel.ack(taken[1]!, true)
    await until(4)
    expect((await channel.checkQueue(queue)).messageCount).toBe(2)
    channel.ack(taken[2]!)
    await until(5)
    expect(taken.map(text)).toEqual(['0', '1', '2', '3', '4'])
  })

  it('shares a global prefetch between the consumers of a channel', async () => {
    const [one, two] = [await temporary(), await temporary()]
    await channel.prefetch(3, true)
    let received = 0
    let enough!: () => void
    const three = new Promise<void>((resolve) => (enough = resolve))
    const count = (): void => {
      if (++received === 3) enough()
    }
    await channel.consume(one, count)
    await channel.consume(two, count)
    for (let n = 0; n < 4; n++) {
      send(one, 'x')
      send(two, 'x')
    }
    await three
    const left = async () => (await channel.checkQueue(one)).messageCount + (await channel.checkQueue(two)).messageCount
    // RabbitMQ's queues ask for room one by one, and count what asks as neither waiting nor delivered.
    await eventually(async () => (await left()) === 5, 'five messages held back')
    expect([received, await left()]).toEqual([3, 5])
  })

  it('redelivers what was requeued, in its old place and marked', async () => {
    const queue = await temporary()
    for (const body of ['a', 'b', 'c']) send(queue, body)
    const first = (await channel.get(queue)) as GetMessage
    const second = (await channel.get(queue)) as GetMessage
    expect([text(first), first.fields.redelivered]).toEqual(['a', false])
    channel.nack(second)
    channel.reject(first, true)
    const taken = await take(queue, 3)
    expect(taken.map((message) => [text(message), message.fields.redelivered])).toEqual([
      ['a', true],
      ['b', true],
      ['c', false],
    ])
  })

  it('gives unacknowledged messages back when their connection ends', async () => {
    const queue = (await channel.assertQueue(`kept-${randomUUID()}`, { durable: false })).queue
    send(queue, 'held')
    const other = await open()
    const held = await (await other.createChannel()).get(queue)
    expect(text(held)).toBe('held')
    await other.close()
    const [again] = await take(queue, 1)
    expect([text(again!), again!.fields.redelivered]).toEqual(['held', true])
    await channel.deleteQueue(queue)
  })

  it('dead-letters rejected and expired messages with their history', async () => {
    const graveyard = await temporary()
    const exchange = `dead-${randomUUID()}`
    await channel.assertExchange(exchange, 'topic', { durable: false, autoDelete: true })
    await channel.bindQueue(graveyard, exchange, '#')
    const rejected = await temporary({ deadLetterExchange: exchange, deadLetterRoutingKey: 'was.rejected' })
    send(rejected, 'bad', { headers: { kept: 'yes' } })
    channel.nack((await channel.get(rejected)) as GetMessage, false, false)
    const [bad] = await take(graveyard, 1)
    expect(bad!.fields).toMatchObject({ exchange, routingKey: 'was.rejected' })
    expect(bad!.properties.headers).toMatchObject({
      kept: 'yes',
      'x-first-death-queue': rejected,
      'x-first-death-reason': 'rejected',
      'x-first-death-exchange': '',
      'x-death': [{ count: 1, reason: 'rejected', queue: rejected, exchange: '', 'routing-keys': [rejected] }],
    })
    const expiring = await temporary({ deadLetterExchange: exchange })
    send(expiring, 'late', { expiration: '5' })
    const [late] = await take(graveyard, 1)
    expect(late!.properties.expiration).toBeUndefined()
    expect(late!.properties.headers!['x-death']).toMatchObject([
      { count: 1, reason: 'expired', queue: expiring, 'original-expiration': '5' },
    ])
  })

  it('counts repeated deaths and drops a message that would go round for ever', async () => {
    const work = `work-${randomUUID()}`
    const retry = await temporary({ deadLetterExchange: '', deadLetterRoutingKey: work, messageTtl: 1 })
    await channel.assertQueue(work, { exclusive: true, deadLetterExchange: '', deadLetterRoutingKey: retry })
    send(work, 'again')
    const taken: ConsumeMessage[] = []
    await new Promise<void>((resolve) => {
      void channel.consume(work, (message) => {
        if (taken.push(message!) === 3) resolve()
        else channel.nack(message!, false, false)
      })
    })
    expect(taken[2]!.properties.headers!['x-death']).toMatchObject([
      { count: 2, reason: 'expired', queue: retry },
      { count: 2, reason: 'rejected', queue: work },
    ])
    const ring = await temporary()
    await channel.deleteQueue(ring)
    await channel.assertQueue(ring.replace('amq.', ''), {
      exclusive: true,
      deadLetterExchange: '',
      deadLetterRoutingKey: ring.replace('amq.', ''),
      messageTtl: 1,
    })
    const confirmed = await connection.createConfirmChannel()
    confirmed.sendToQueue(ring.replace('amq.', ''), Buffer.from('round'))
    await confirmed.waitForConfirms()
    let left = 1
    while (left > 0) left = (await channel.checkQueue(ring.replace('amq.', ''))).messageCount
    expect(left).toBe(0)
  })

  it('observes time to live at the head and delivers a message without any to a waiting consumer', async () => {
    const queue = await temporary({ messageTtl: 0 })
    const next = new Promise<ConsumeMessage>((resolve) => {
      void channel.consume(queue, (message) => resolve(message!), { noAck: true }).then(() => send(queue, 'at once'))
    })
    expect(text(await next)).toBe('at once')
  })

  it('keeps a queue within its length by dropping the oldest, or by refusing the newest', async () => {
    const dropping = await temporary({ maxLength: 2 })
    for (const body of ['a', 'b', 'c']) send(dropping, body)
    expect((await take(dropping, 2)).map(text)).toEqual(['b', 'c'])
    const refusing = await temporary({ maxLength: 1, arguments: { 'x-overflow': 'reject-publish' } })
    const confirmed = await connection.createConfirmChannel()
    const publish = (): Promise<unknown> =>
      new Promise((resolve, reject) =>
        confirmed.sendToQueue(refusing, Buffer.from('x'), {}, (error, ok) => (error ? reject(error) : resolve(ok))),
      )
    await publish()
    await expect(publish()).rejects.toThrow()
  })

  it('answers by direct reply-to', async () => {
    const queue = await temporary()
    await channel.consume(
      queue,
      (request) =>
        send(request!.properties.replyTo, `re: ${text(request!)}`, {
          correlationId: request!.properties.correlationId,
        }),
      { noAck: true },
    )
    const callerConnection = await open()
    const caller = await callerConnection.createChannel()
    const reply = new Promise<ConsumeMessage>((resolve) => {
      void caller
        .consume('amq.rabbitmq.reply-to', (message) => resolve(message!), { noAck: true })
        .then(() =>
          caller.sendToQueue(queue, Buffer.from('hello'), { replyTo: 'amq.rabbitmq.reply-to', correlationId: '7' }),
        )
    })
    const answer = await reply
    expect([text(answer), answer.properties.correlationId]).toEqual(['re: hello', '7'])
    await callerConnection.close()
  })

  it('refuses direct reply-to without a reply consumer', async () => {
    const failure = channelError(channel)
    send('anywhere', 'x', { replyTo: 'amq.rabbitmq.reply-to' })
    expect((await failure).code).toBe(406)
  })

  it('cancels consumers of a deleted queue', async () => {
    const queue = await temporary()
    const cancelled = new Promise(
      (resolve) => void channel.consume(queue, resolve).then(() => channel.deleteQueue(queue)),
    )
    expect(await cancelled).toBeNull()
  })

  it('gives the next consumer its turn, and only the first when one is to be active', async () => {
    const shared = await temporary()
    const single = await temporary({ arguments: { 'x-single-active-consumer': true } })
    const seen: string[] = []
    let notify = (): void => undefined
    for (const consumer of ['one', 'two']) {
      for (const queue of [shared, single]) {
        const note = (): void => {
          seen.push(`${queue === shared ? 'shared' : 'single'} ${consumer}`)
          notify()
        }
        await channel.consume(queue, note, { noAck: true, consumerTag: `${consumer}-${queue}` })
      }
    }
    for (let n = 0; n < 2; n++) {
      send(shared, 'x')
      send(single, 'x')
    }
    while (seen.length < 4) await new Promise<void>((resolve) => (notify = resolve))
    expect(seen.sort()).toEqual(['shared one', 'shared two', 'single one', 'single one'])
    await channel.cancel(`one-${single}`)
    send(single, 'x')
    while (seen.length < 5) await new Promise<void>((resolve) => (notify = resolve))
    expect(seen.at(-1)).toBe('single two')
  })

  it('deletes auto-delete queues with their last consumer and exclusive ones with their connection', async () => {
    const automatic = `auto-${randomUUID()}`
    await channel.assertQueue(automatic, { autoDelete: true, durable: false })
    const { consumerTag } = await channel.consume(automatic, () => undefined)
    await channel.cancel(consumerTag)
    const other = await open()
    const exclusive = await (await other.createChannel()).assertQueue('', { exclusive: true })
    const locked = await connection.createChannel()
    const lockedError = channelError(locked)
    await expect(locked.checkQueue(exclusive.queue)).rejects.toThrow('405')
    expect((await lockedError).code).toBe(405)
    await other.close()
    for (const gone of [automatic, exclusive.queue]) {
      const probe = await connection.createChannel()
      probe.on('error', () => undefined)
      await expect(probe.checkQueue(gone)).rejects.toThrow('404')
    }
  })

  it('deletes a queue that nobody used for the time it expires after', async () => {
    const queue = await temporary({ expires: 20 })
    const confirmed = await connection.createConfirmChannel()
    let isGone = false
    confirmed.on('return', () => (isGone = true))
    // Publishing is no use of a queue, so asking this way does not keep it alive.
    while (!isGone) {
      confirmed.sendToQueue(queue, Buffer.from('x'), { mandatory: true })
      await confirmed.waitForConfirms()
    }
    await expect(channel.checkQueue(queue)).rejects.toThrow('404')
  })

  it('purges and deletes, with its conditions', async () => {
    const queue = await temporary()
    for (const body of ['a', 'b']) send(queue, body)
    expect(await channel.purgeQueue(queue)).toEqual({ messageCount: 2 })
    send(queue, 'c')
    const probe = await connection.createChannel()
    probe.on('error', () => undefined)
    await expect(probe.deleteQueue(queue, { ifEmpty: true })).rejects.toThrow('406')
    await channel.consume(queue, () => undefined)
    const other = await connection.createChannel()
    other.on('error', () => undefined)
    await expect(other.deleteQueue(queue, { ifUnused: true })).rejects.toThrow('406')
    expect(await channel.deleteQueue(queue)).toEqual({ messageCount: 0 })
  })

  it.each([
    ['durable', { durable: true }],
    ['auto-delete', { autoDelete: true }],
    ['time to live', { messageTtl: 2000 }],
    ['dead-letter exchange', { messageTtl: 1000, deadLetterExchange: 'x' }],
  ])('refuses another declaration of a queue: %s', async (_difference, options) => {
    const queue = `declared-${randomUUID()}`
    const declared = { durable: false, messageTtl: 1000 }
    await channel.assertQueue(queue, declared)
    await channel.assertQueue(queue, declared)
    const other = await connection.createChannel()
    const failure = channelError(other)
    await expect(other.assertQueue(queue, { ...declared, ...options })).rejects.toThrow('inequivalent arg')
    expect((await failure).code).toBe(406)
    // Only the channel ended: the connection goes on.
    await channel.deleteQueue(queue)
  })

  it.each([
    ['a queue that does not exist', 404, (on: Channel) => on.consume('no-such-queue', () => undefined)],
    ['a binding to no exchange', 404, async (on: Channel) => on.bindQueue(await temporary(), 'no-such-exchange', '')],
    ['a reserved queue name', 403, (on: Channel) => on.assertQueue('amq.mine')],
    ['a declaration of the default exchange', 403, (on: Channel) => on.assertExchange('', 'direct')],
    ['another type of exchange', 406, (on: Channel) => on.assertExchange('amq.topic', 'direct')],
  ])('refuses %s by ending only the channel', async (_what, code, attempt) => {
    const other = await connection.createChannel()
    const failure = channelError(other)
    await expect(attempt(other)).rejects.toThrow(String(code))
    expect((await failure).code).toBe(code)
    await temporary()
  })

  it('refuses publishing to an exchange that does not exist, and unknown delivery tags', async () => {
    const failure = channelError(channel)
    channel.publish('no-such-exchange', '', Buffer.from('x'))
    expect((await failure).code).toBe(404)
    const other = await connection.createChannel()
    const unknown = channelError(other)
    other.ack({ fields: { deliveryTag: 99 } } as ConsumeMessage)
    expect((await unknown).code).toBe(406)
  })
})
