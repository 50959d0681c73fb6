import { randomUUID, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Channel, type ChannelModel } from 'amqplib'
import type { Actor, ServiceName } from '@nameyard/contracts/operation'
import { namedBrokers, operatorOn, testBroker, type TestBroker } from '@nameyard/testing/broker'
import { StatementSigner } from '../src/actor-statement'
import { decodeAnswers, encodeRequests } from '../src/wire'
import { now } from './conversation'
import { relayed, restricted, start, whoami, type Running } from './fixture'

/**
 * Who makes a request, seen by a service: requests come from a client of the broker without the platform's transport,
 * as from a program that was taken over.
 */
const [current, next, strange] = [1, 2, 3].map(() => generateKeyPairSync('ed25519'))
const anna: Actor = { resellerId: 7, contactId: 1, username: 'anna', role: 'admin', scope: ['read'] }
const requests = 'nameyard.requests'

let aheadMs = 0
/** The time of the services, which a test puts ahead. */
const later = () => now() + aheadMs
afterEach(() => void (aheadMs = 0))

/** A statement about Anna for a service, valid for ten seconds. */
const stated = (
  {
    audience = 'dns',
    expires = now() + 10_000,
    actor = anna,
  }: { audience?: ServiceName; expires?: number; actor?: Actor } = {},
  key = current!,
) => new StatementSigner(key.privateKey).sign({ audience, expires, actor })

/** The statement with other content and the same signature. */
const altered = (change: (content: string) => string, text = stated()) => {
  const [key, content = '', signature] = text.split('.')
  const changed = change(Buffer.from(content, 'base64url').toString())
  return [key, Buffer.from(changed).toString('base64url'), signature].join('.')
}

describe.each(namedBrokers())('the actor of a request over %s', (_, url) => {
  let broker: TestBroker
  let model: ChannelModel
  let channel: Channel
  const services: Running[] = []
  const answers = new Map<number, (answer: unknown) => void>()
  let sequence = 0

  beforeAll(async () => {
    broker = await testBroker(url)
    const keys = [current!.publicKey, next!.publicKey]
    services.push(await start('dns', { url: broker.url, now: later, actorKeys: keys }))
    services.push(await start('domains', { url: broker.url, now: later, actorKeys: keys }))
    model = await connect(broker.url)
    channel = await model.createChannel()
    const receive = (content: Buffer) => {
      for (const { sequence, data } of decodeAnswers(content)) answers.get(sequence)?.(JSON.parse(data.toString()))
    }
    await channel.consume('amq.rabbitmq.reply-to', (message) => message && receive(message.content), { noAck: true })
  })
  afterAll(async () => {
    await model?.close()
    for (const { app } of services) await app.close()
    await broker?.drop()
  })

  /** Publishes a request, and returns the name of its refusal, or its result. */
  const ask = async (
    call: object,
    {
      exchange = requests,
      key = 'dns.gateway',
      operation = whoami.id,
      input = {},
      user,
    }: { exchange?: string; key?: string; operation?: string; input?: object; user?: string } = {},
  ): Promise<unknown> => {
    const number = ++sequence
    const answer = new Promise<{ name?: string }>((resolve) => answers.set(number, resolve as never))
    const request = [number, operation, { correlationId: randomUUID(), deadline: later() + 5_000, ...call }, input]
    channel.publish(exchange, key, encodeRequests([JSON.stringify(request)]), {
      replyTo: 'amq.rabbitmq.reply-to',
      ...(user !== undefined && { userId: user }),
    })
    const given = await answer
    return given.name ?? given
  }
  const refused = 'authentication_failed'

  it('is the person of the statement, for every request until it expires', async () => {
    const statement = stated()
    for (let i = 0; i < 3; i++) expect(await ask({ statement })).toEqual({ resellerId: 7 })
  })

  it('is never what the sender says without a statement, or beside one', async () => {
    expect(await ask({})).toBe(refused)
    expect(await ask({ actor: anna })).toBe(refused)
    expect(await ask({ actor: { ...anna, resellerId: 8 }, statement: stated() })).toEqual({ resellerId: 7 })
  })

  it.each([
    ['signed with an unknown key', () => stated({}, strange)],
    ['signed with an unknown key under the name of a known one', () => {
      const [, content, signature] = stated({}, strange).split('.')
      return [stated().split('.')[0], content, signature].join('.')
    }],
    ['with another account', () => altered((content) => content.replace('"resellerId":7', '"resellerId":8'))],
    ['with more rights', () => altered((content) => content.replace('["read"]', '["read","purchase"]'))],
    ['with a later end', () => altered((content) => content.replace(/"expires":\d+/, '"expires":9999999999999'))],
    ['for another service', () => stated({ audience: 'orders' })],
    ['that has expired', () => stated({ expires: now() - 1 })],
    ['without a signature', () => stated().replace(/[^.]+$/, '')],
    ['with another signature', () => stated().replace(/[^.]+$/, stated({ audience: 'orders' }).split('.')[2]!)],
    ['that is no statement', () => 'anna'],
    ['that is empty', () => ''],
    ['that is no text', () => 7],
    ['that is an object', () => ({ actor: anna })],
  ])('is absent with a statement %s', async (_name, made) => {
    expect(await ask({ statement: made() })).toBe(refused)
  }) // prettier-ignore

  it('is absent when a stored statement is sent again after its end', async () => {
    const statement = stated()
    expect(await ask({ statement })).toEqual({ resellerId: 7 })
    aheadMs = 11_000
    expect(await ask({ statement })).toBe(refused)
  })

  it('is passed on by the service that the statement is for, and by no other', async () => {
    const statement = stated({ audience: 'domains' })
    expect(await ask({ statement }, { key: 'domains.gateway', operation: relayed.id })).toEqual({ resellerId: 7 })
    // A statement for domains, replayed: by a gateway to dns, by orders to dns and to domains.
    expect(await ask({ statement })).toBe(refused)
    expect(await ask({ statement }, { key: 'dns.orders' })).toBe(refused)
    expect(await ask({ statement }, { key: 'domains.orders', operation: relayed.id })).toBe(refused)
  })

  it('is absent for a request that came by another exchange', async () => {
    const statement = stated()
    expect(await ask({ statement }, { exchange: '', key: 'dns.requests' })).toBe(refused)
    expect(await ask({ statement }, { exchange: 'nameyard.operator', key: 'dns' })).toBe(refused)
    expect(await ask({ statement }, { exchange: '', key: 'dns.operator' })).toBe(refused)
  })

  describe('of an operator', () => {
    const operated = { exchange: 'nameyard.operator', key: 'dns', operation: restricted.id }

    it('is the user whom the broker has authenticated, whatever the call and the input say', async () => {
      const user = operatorOn(url)
      const claims = { operator: 'maria' }
      expect(await ask(claims, { ...operated, user, input: claims })).toEqual({ operator: user })
      expect(await ask({}, { ...operated, user })).toEqual({ operator: user })
    })

    it('is nobody without the name of the user', async () => {
      expect(await ask({ operator: 'maria' }, operated)).toBe(refused)
    })

    it('cannot be the name of another user: the broker closes the channel', async () => {
      const own = await connect(broker.url)
      const publishing = await own.createChannel()
      const closed = once(publishing, 'error')
      publishing.publish(operated.exchange, operated.key, Buffer.from('[]'), { userId: 'nameyard-admin-maria' })
      expect(await closed).toEqual([expect.objectContaining({ code: 406 })])
      await own.close().catch(() => {})
    })
  })

  it('does not matter for messages that are no requests: the service works on', async () => {
    const call = { correlationId: 'c-1', deadline: now() + 5_000 }
    const parts = [
      {},
      null,
      7,
      'x',
      [],
      [1],
      [1, whoami.id],
      [1, whoami.id, null],
      [1, whoami.id, { ...call, deadline: 'x' }],
    ]
    for (const content of [...parts.map((part) => JSON.stringify([part])), '{}', 'null', '7', '[', '']) {
      channel.publish(requests, 'dns.gateway', Buffer.from(content), { replyTo: 'amq.rabbitmq.reply-to' })
    }
    expect(await ask({ statement: stated() })).toEqual({ resellerId: 7 })
  })

  it('is read with the current and the next key, and not with a key that was removed', async () => {
    expect(await ask({ statement: stated({}, next) })).toEqual({ resellerId: 7 })
    const [dns] = services
    await dns!.app.close()
    services[0] = await start('dns', { url: broker.url, now, actorKeys: [next!.publicKey] })
    expect(await ask({ statement: stated({}, next) })).toEqual({ resellerId: 7 })
    expect(await ask({ statement: stated() })).toBe(refused)
  })
})
