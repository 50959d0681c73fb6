import { randomUUID } from 'node:crypto'
import type { Channel, ConsumeMessage, GetMessage } from 'amqplib'
import { channelError, onEachBroker, text } from './broker-client'

onEachBroker((client) => {
  it('dead-letters rejected and expired messages with their history', async () => {
    const graveyard = await client.temporary()
    const exchange = `dead-${randomUUID()}`
    await client.channel.assertExchange(exchange, 'topic', { durable: false, autoDelete: true })
    await client.channel.bindQueue(graveyard, exchange, '#')
    const rejected = await client.temporary({ deadLetterExchange: exchange, deadLetterRoutingKey: 'was.rejected' })
    client.send(rejected, 'bad', { headers: { kept: 'yes' } })
    client.channel.nack((await client.channel.get(rejected)) as GetMessage, false, false)
    const [bad] = await client.take(graveyard, 1)
    expect(bad!.fields).toMatchObject({ exchange, routingKey: 'was.rejected' })
    expect(bad!.properties.headers).toMatchObject({
      kept: 'yes',
      'x-first-death-queue': rejected,
      'x-first-death-reason': 'rejected',
      'x-first-death-exchange': '',
      'x-death': [{ count: 1, reason: 'rejected', queue: rejected, exchange: '', 'routing-keys': [rejected] }],
    })
    const expiring = await client.temporary({ deadLetterExchange: exchange })
    client.send(expiring, 'late', { expiration: '5' })
    const [late] = await client.take(graveyard, 1)
    expect(late!.properties.expiration).toBeUndefined()
    expect(late!.properties.headers!['x-death']).toMatchObject([
      { count: 1, reason: 'expired', queue: expiring, 'original-expiration': '5' },
    ])
  })

  it('counts repeated dead-lettering and drops a message in a cycle', async () => {
    const work = `work-${randomUUID()}`
    const retry = await client.temporary({ deadLetterExchange: '', deadLetterRoutingKey: work, messageTtl: 1 })
    await client.channel.assertQueue(work, { exclusive: true, deadLetterExchange: '', deadLetterRoutingKey: retry })
    client.send(work, 'again')
    const taken: ConsumeMessage[] = []
    await new Promise<void>((resolve) => {
      void client.channel.consume(work, (message) => {
        if (taken.push(message!) === 3) resolve()
        else client.channel.nack(message!, false, false)
      })
    })
    expect(taken[2]!.properties.headers!['x-death']).toMatchObject([
      { count: 2, reason: 'expired', queue: retry },
      { count: 2, reason: 'rejected', queue: work },
    ])
    const ring = await client.temporary()
    await client.channel.deleteQueue(ring)
    await client.channel.assertQueue(ring.replace('amq.', ''), {
      exclusive: true,
      deadLetterExchange: '',
      deadLetterRoutingKey: ring.replace('amq.', ''),
      messageTtl: 1,
    })
    const confirmed = await client.connection.createConfirmChannel()
    confirmed.sendToQueue(ring.replace('amq.', ''), Buffer.from('round'))
    await confirmed.waitForConfirms()
    let left = 1
    while (left > 0) left = (await client.channel.checkQueue(ring.replace('amq.', ''))).messageCount
    expect(left).toBe(0)
  })

  it('expires messages at the head, and delivers one with a time to live of 0 to a waiting consumer', async () => {
    const queue = await client.temporary({ messageTtl: 0 })
    const next = new Promise<ConsumeMessage>((resolve) => {
      void client.channel
        .consume(queue, (message) => resolve(message!), { noAck: true })
        .then(() => client.send(queue, 'at once'))
    })
    expect(text(await next)).toBe('at once')
  })

  it('keeps a queue within its length by dropping the oldest, or by refusing the newest', async () => {
    const dropping = await client.temporary({ maxLength: 2 })
    for (const body of ['a', 'b', 'c']) client.send(dropping, body)
    expect((await client.take(dropping, 2)).map(text)).toEqual(['b', 'c'])
    const refusing = await client.temporary({ maxLength: 1, arguments: { 'x-overflow': 'reject-publish' } })
    const confirmed = await client.connection.createConfirmChannel()
    const publish = (): Promise<unknown> =>
      new Promise((resolve, reject) =>
        confirmed.sendToQueue(refusing, Buffer.from('x'), {}, (error, ok) => (error ? reject(error) : resolve(ok))),
      )
    await publish()
    await expect(publish()).rejects.toThrow()
  })

  it('deletes auto-delete queues with their last consumer and exclusive ones with their connection', async () => {
    const automatic = `auto-${randomUUID()}`
    await client.channel.assertQueue(automatic, { autoDelete: true, durable: true })
    const { consumerTag } = await client.channel.consume(automatic, () => undefined)
    await client.channel.cancel(consumerTag)
    const other = await client.another()
    const exclusive = await (await other.createChannel()).assertQueue('', { exclusive: true })
    const locked = await client.connection.createChannel()
    const lockedError = channelError(locked)
    await expect(locked.checkQueue(exclusive.queue)).rejects.toThrow('405')
    expect((await lockedError).code).toBe(405)
    await other.close()
    for (const deleted of [automatic, exclusive.queue]) {
      const probe = await client.connection.createChannel()
      probe.on('error', () => undefined)
      await expect(probe.checkQueue(deleted)).rejects.toThrow('404')
    }
  })

  it('deletes an unused queue after x-expires', async () => {
    const queue = await client.temporary({ expires: 20 })
    const confirmed = await client.connection.createConfirmChannel()
    let isDeleted = false
    confirmed.on('return', () => (isDeleted = true))
    // Publishing does not count as use of a queue, so this check does not extend its life.
    while (!isDeleted) {
      confirmed.sendToQueue(queue, Buffer.from('x'), { mandatory: true })
      await confirmed.waitForConfirms()
    }
    await expect(client.channel.checkQueue(queue)).rejects.toThrow('404')
  })

  it('purges and deletes queues, and obeys if-unused and if-empty', async () => {
    const queue = await client.temporary()
    for (const body of ['a', 'b']) client.send(queue, body)
    expect(await client.channel.purgeQueue(queue)).toEqual({ messageCount: 2 })
    client.send(queue, 'c')
    const probe = await client.connection.createChannel()
    probe.on('error', () => undefined)
    await expect(probe.deleteQueue(queue, { ifEmpty: true })).rejects.toThrow('406')
    await client.channel.consume(queue, () => undefined)
    const other = await client.connection.createChannel()
    other.on('error', () => undefined)
    await expect(other.deleteQueue(queue, { ifUnused: true })).rejects.toThrow('406')
    expect(await client.channel.deleteQueue(queue)).toEqual({ messageCount: 0 })
  })

  it.each([
    ['durable', { durable: false }],
    ['auto-delete', { autoDelete: true }],
    ['time to live', { messageTtl: 2000 }],
    ['dead-letter exchange', { messageTtl: 1000, deadLetterExchange: 'x' }],
  ])('refuses another declaration of a queue: %s', async (_difference, options) => {
    const queue = `declared-${randomUUID()}`
    const declared = { durable: true, messageTtl: 1000 }
    await client.channel.assertQueue(queue, declared)
    await client.channel.assertQueue(queue, declared)
    const other = await client.connection.createChannel()
    const failure = channelError(other)
    await expect(other.assertQueue(queue, { ...declared, ...options })).rejects.toThrow('inequivalent arg')
    expect((await failure).code).toBe(406)
    // Only the channel is closed; the connection stays open.
    await client.channel.deleteQueue(queue)
  })

  it.each([
    ['a queue that does not exist', 404, (on: Channel) => on.consume('no-such-queue', () => undefined)],
    [
      'a binding to no exchange',
      404,
      async (on: Channel) => on.bindQueue(await client.temporary(), 'no-such-exchange', ''),
    ],
    ['a reserved queue name', 403, (on: Channel) => on.assertQueue('amq.mine')],
    ['a declaration of the default exchange', 403, (on: Channel) => on.assertExchange('', 'direct')],
    ['another type of exchange', 406, (on: Channel) => on.assertExchange('amq.topic', 'direct')],
  ])('refuses %s by ending only the channel', async (_what, code, attempt) => {
    const other = await client.connection.createChannel()
    const failure = channelError(other)
    await expect(attempt(other)).rejects.toThrow(String(code))
    expect((await failure).code).toBe(code)
    await client.temporary()
  })
})
