import { randomUUID } from 'node:crypto'
import type { ConfirmChannel, ConsumeMessage, GetMessage } from 'amqplib'
import { eventually } from '@nameyard/testing/eventually'
import { channelError, onEachBroker, text } from './broker-client'

onEachBroker((client) => {
  it('keeps messages of one publisher in order', async () => {
    const queue = await client.temporary()
    for (let n = 0; n < 500; n++) client.send(queue, String(n))
    const taken = await client.take(queue, 500)
    expect(taken.map(text)).toEqual(Array.from({ length: 500 }, (_, n) => String(n)))
  })

  it('forwards properties and headers unchanged', async () => {
    const queue = await client.temporary()
    const headers = { string: 'é', number: 7, large: 2 ** 40, half: 0.5, yes: true, list: [1, 'two'], table: { a: 1 } }
    client.send(queue, '{}', {
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
    const message = (await client.channel.get(queue, { noAck: true })) as GetMessage
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
    const queue = await client.temporary()
    const large = Buffer.alloc(1024 * 1024 + 17, 'large')
    client.channel.sendToQueue(queue, large)
    client.channel.sendToQueue(queue, Buffer.alloc(0))
    const [first, second] = await client.take(queue, 2)
    expect(first!.content.equals(large)).toBe(true)
    expect(second!.content).toHaveLength(0)
  })

  it('routes by direct, fanout and topic exchanges, each message once per queue', async () => {
    const [direct, fanout, topic] = ['direct', 'fanout', 'topic'].map((type) => `${type}-${randomUUID()}`) as [
      string,
      string,
      string,
    ]
    await client.channel.assertExchange(direct, 'direct', { durable: false, autoDelete: true })
    await client.channel.assertExchange(fanout, 'fanout', { durable: false, autoDelete: true })
    await client.channel.assertExchange(topic, 'topic', { durable: false, autoDelete: true })
    const queue = await client.temporary()
    await client.channel.bindQueue(queue, direct, 'one')
    await client.channel.bindQueue(queue, fanout, '')
    await client.channel.bindQueue(queue, topic, 'domains.*.renewed.#')
    await client.channel.bindQueue(queue, topic, '#.v1')
    client.channel.publish(direct, 'two', Buffer.from('missed'))
    client.channel.publish(direct, 'one', Buffer.from('direct'))
    client.channel.publish(fanout, 'whatever', Buffer.from('fanout'))
    client.channel.publish(topic, 'domains.domain.created', Buffer.from('missed'))
    client.channel.publish(topic, 'domains.domain.renewed', Buffer.from('topic'))
    client.channel.publish(topic, 'domains.domain.renewed.v1', Buffer.from('both'))
    client.send(queue, 'default')
    expect((await client.take(queue, 5)).map(text)).toEqual(['direct', 'fanout', 'topic', 'both', 'default'])
    await client.channel.unbindQueue(queue, direct, 'one')
    client.channel.publish('amq.topic', 'nobody', Buffer.from('missed'))
    expect((await client.channel.checkQueue(queue)).messageCount).toBe(0)
    // The auto-delete exchange is deleted with its last binding.
    const failure = channelError(client.channel)
    await expect(client.channel.checkExchange(direct)).rejects.toThrow('404')
    expect((await failure).code).toBe(404)
  })

  it('confirms publishes and returns unroutable mandatory ones first', async () => {
    const confirmed: ConfirmChannel = await client.connection.createConfirmChannel()
    const queue = await client.temporary()
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
    expect((await client.channel.checkQueue(queue)).messageCount).toBe(1000)
  })

  it('delivers up to the prefetch of a consumer and continues with each ack', async () => {
    const queue = await client.temporary()
    for (let n = 0; n < 6; n++) client.send(queue, String(n))
    await client.channel.prefetch(2)
    const taken: ConsumeMessage[] = []
    let notify = (): void => undefined
    await client.channel.consume(queue, (message) => {
      taken.push(message!)
      notify()
    })
    const until = async (count: number): Promise<void> => {
      while (taken.length < count) await new Promise<void>((resolve) => (notify = resolve))
    }
    await until(2)
    expect((await client.channel.checkQueue(queue)).messageCount).toBe(4)
    client.channel.ack(taken[1]!, true)
    await until(4)
    expect((await client.channel.checkQueue(queue)).messageCount).toBe(2)
    client.channel.ack(taken[2]!)
    await until(5)
    expect(taken.map(text)).toEqual(['0', '1', '2', '3', '4'])
  })

  it('shares a global prefetch between the consumers of a channel', async () => {
    const [one, two] = [await client.temporary(), await client.temporary()]
    await client.channel.prefetch(3, true)
    let received = 0
    let enough!: () => void
    const three = new Promise<void>((resolve) => (enough = resolve))
    const count = (): void => {
      if (++received === 3) enough()
    }
    await client.channel.consume(one, count)
    await client.channel.consume(two, count)
    for (let n = 0; n < 4; n++) {
      client.send(one, 'x')
      client.send(two, 'x')
    }
    await three
    const left = async () =>
      (await client.channel.checkQueue(one)).messageCount + (await client.channel.checkQueue(two)).messageCount
    // Queues of RabbitMQ request credit one by one, and count requesting messages as neither waiting nor delivered.
    await eventually(async () => (await left()) === 5, 'five messages beyond the prefetch')
    expect([received, await left()]).toEqual([3, 5])
  })

  it('redelivers requeued messages in their old place, marked as redelivered', async () => {
    const queue = await client.temporary()
    for (const body of ['a', 'b', 'c']) client.send(queue, body)
    const first = (await client.channel.get(queue)) as GetMessage
    const second = (await client.channel.get(queue)) as GetMessage
    expect([text(first), first.fields.redelivered]).toEqual(['a', false])
    client.channel.nack(second)
    client.channel.reject(first, true)
    const taken = await client.take(queue, 3)
    expect(taken.map((message) => [text(message), message.fields.redelivered])).toEqual([
      ['a', true],
      ['b', true],
      ['c', false],
    ])
  })

  it('requeues unacknowledged messages when their connection ends', async () => {
    const queue = (await client.channel.assertQueue(`kept-${randomUUID()}`)).queue
    client.send(queue, 'held')
    const other = await client.another()
    const held = await (await other.createChannel()).get(queue)
    expect(text(held)).toBe('held')
    await other.close()
    const [again] = await client.take(queue, 1)
    expect([text(again!), again!.fields.redelivered]).toEqual(['held', true])
    await client.channel.deleteQueue(queue)
  })

  it('delivers replies through direct reply-to', async () => {
    const queue = await client.temporary()
    await client.channel.consume(
      queue,
      (request) =>
        client.send(request!.properties.replyTo, `re: ${text(request!)}`, {
          correlationId: request!.properties.correlationId,
        }),
      { noAck: true },
    )
    const callerConnection = await client.another()
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
    const failure = channelError(client.channel)
    client.send('anywhere', 'x', { replyTo: 'amq.rabbitmq.reply-to' })
    expect((await failure).code).toBe(406)
  })

  it('cancels consumers of a deleted queue', async () => {
    const queue = await client.temporary()
    const cancelled = new Promise(
      (resolve) => void client.channel.consume(queue, resolve).then(() => client.channel.deleteQueue(queue)),
    )
    expect(await cancelled).toBeNull()
  })

  it('delivers to consumers in turn, and only to the first one with single active consumer', async () => {
    const shared = await client.temporary()
    const single = await client.temporary({ arguments: { 'x-single-active-consumer': true } })
    const seen: string[] = []
    let notify = (): void => undefined
    for (const consumer of ['one', 'two']) {
      for (const queue of [shared, single]) {
        const note = (): void => {
          seen.push(`${queue === shared ? 'shared' : 'single'} ${consumer}`)
          notify()
        }
        await client.channel.consume(queue, note, { noAck: true, consumerTag: `${consumer}-${queue}` })
      }
    }
    for (let n = 0; n < 2; n++) {
      client.send(shared, 'x')
      client.send(single, 'x')
    }
    while (seen.length < 4) await new Promise<void>((resolve) => (notify = resolve))
    expect(seen.sort()).toEqual(['shared one', 'shared two', 'single one', 'single one'])
    await client.channel.cancel(`one-${single}`)
    client.send(single, 'x')
    while (seen.length < 5) await new Promise<void>((resolve) => (notify = resolve))
    expect(seen.at(-1)).toBe('single two')
  })

  it('refuses publishing to an exchange that does not exist, and unknown delivery tags', async () => {
    const failure = channelError(client.channel)
    client.channel.publish('no-such-exchange', '', Buffer.from('x'))
    expect((await failure).code).toBe(404)
    const other = await client.connection.createChannel()
    const unknown = channelError(other)
    other.ack({ fields: { deliveryTag: 99 } } as ConsumeMessage)
    expect((await unknown).code).toBe(406)
  })
})
