import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openOperator } from '@nameyard/admin/operator'
import { readAuditLog } from '@nameyard/contracts/access/read-audit-log'
import { snapshotCustomers } from '@nameyard/contracts/customers/snapshot-customers'
import { listZones } from '@nameyard/contracts/dns/list-zones'
import { services } from '@nameyard/contracts/operation'
import { topUp } from '@nameyard/contracts/orders/top-up'
import { Clock } from '@nameyard/runtime/clock'
import { namedBrokers } from '@nameyard/testing/broker'
import { eventually } from '@nameyard/testing/eventually'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { order, person } from '../src/reseller'
import { root } from '../src/run'
import { startInProcess, type Ask, type InProcess } from './in-process'
import { guardedBroker, type GuardedBroker } from './rabbitmq-users'

/**
 * Each program on RabbitMQ as a user of its own, with the permissions of `docker/rabbitmq-definitions.json`. The embedded
 * broker has one user, so this needs RabbitMQ.
 */
const servers = namedBrokers().filter(([name]) => name === 'RabbitMQ')

it('is described in definitions without passwords, in which no user may declare anything but the registry worker its queues of work', () => {
  const { users, permissions } = JSON.parse(readFileSync(join(root, 'docker/rabbitmq-definitions.json'), 'utf8')) as {
    users: { name: string; password_hash: string; tags: string[] }[]
    permissions: { user: string; configure: string }[]
  }
  expect(users).toHaveLength(services.length + 2)
  for (const user of users) expect(user).toMatchObject({ password_hash: '', tags: [] })
  // Accounts of registries, and so their queues of work, are added while the worker runs.
  const declared: Readonly<Record<string, string>> = { 'nameyard-registry-worker': '^registry-worker\\.work\\.' }
  expect(permissions.map(({ user, configure }) => [user, configure])).toEqual(
    users.map(({ name }) => [name, declared[name] ?? '^$']),
  )
})

for (const [name, url] of servers)
  describe(`a user of ${name} for each program`, () => {
    let broker: GuardedBroker
    let platform: InProcess
    let ask: Ask

    beforeAll(async () => {
      broker = await guardedBroker(url)
      platform = await startInProcess({ guarded: broker })
      ask = await platform.open('paula-p')
    })
    afterAll(async () => {
      await platform?.close()
    })

    const done = async (method: string, path: string, body?: object) => {
      const { status, json, text } = await ask(method, path, { body })
      if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
      return json.data
    }
    const deadLetters = async () => {
      return broker.asAdministrator(async (channel) => {
        const counts = services.map(
          async (service) => (await channel.checkQueue(`${service}.dead-letters`)).messageCount,
        )
        return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
      })
    }

    it('lets the platform do its work: a domain from the order to the deletion, with a zone and money', async () => {
      const { handle } = await done('POST', '/v1/customers', person)
      await done('POST', '/v1/dns/zones', {
        domain: { name: 'least', extension: 'com' },
        type: 'master',
        records: [{ type: 'A', name: 'www', value: '192.0.2.1', ttl: 900 }],
      })
      const { id } = await done('POST', '/v1/domains', order('least.com', handle))
      const domain = () => done('GET', `/v1/domains/${id}`)
      await eventually(async () => (await domain()).status === 'ACT', 'the registration')
      await done('POST', `/v1/domains/${id}/renew`, { period: 1 })
      await eventually(
        async () => (await done('GET', '/v1/transactions')).results.length >= 2,
        'the entries of both orders',
      )
      await done('POST', '/v1/customers/verifications/emails/start', { email: person.email, handle })
      await done('DELETE', `/v1/domains/${id}`)
      expect(await deadLetters()).toBe(0)
      const { messageCount } = await broker.asAdministrator((channel) => channel.checkQueue('domains.mark'))
      expect(messageCount).toBe(1)
    })

    const text = Buffer.from('{}')

    it.each<[string, string, Parameters<GuardedBroker['refusalOf']>[1]]>([
      ['dns', 'consume the commands of another service', (channel) => channel.consume('orders.commands', () => {})],
      ['dns', 'take a request to another service', (channel) => channel.get('customers.requests')],
      ['dns', 'read the mark of another service', (channel) => channel.get('orders.mark')],
      ['dns', 'read the dead letters of another service', (channel) => channel.get('domains.dead-letters')],
      [
        'dns',
        'send a command to the registry',
        (channel) => channel.publish('registry-worker.inbox', 'commands', text),
      ],
      ['dns', 'send a request as the operator', (channel) => channel.publish('nameyard.operator', 'orders', text)],
      [
        'dns',
        'publish an event of another service',
        (channel) => channel.publish('nameyard.events', 'registry.operation-settled.v1', text),
      ],
      [
        'domains',
        'put an event into the queue of another service',
        (channel) => channel.publish('orders.inbox', 'events', text),
      ],
      [
        'dns',
        'send a request in the name of the gateway',
        (channel) => channel.publish('nameyard.requests', 'orders.gateway', text),
      ],
      ['gateway', 'send a request as the operator', (channel) => channel.publish('nameyard.operator', 'dns', text)],
      ['dns', 'take a request of the operator', (channel) => channel.get('customers.operator')],
      ['dns', 'declare a queue', (channel) => channel.assertQueue('spy', { durable: true })],
      ['dns', 'bind a queue', (channel) => channel.bindQueue('dns.events', 'nameyard.events', '#')],
      ['dns', 'delete a queue', (channel) => channel.deleteQueue('orders.requests')],
      ['gateway', 'send a command', (channel) => channel.publish('orders.inbox', 'commands', text)],
      ['gateway', 'publish an event', (channel) => channel.publish('nameyard.events', 'domains.changed.v1', text)],
      ['gateway', 'consume requests', (channel) => channel.consume('customers.requests', () => {})],
      ['admin', 'consume requests', (channel) => channel.consume('customers.requests', () => {})],
    ])('does not let %s %s', async (party, _, attempt) => {
      expect(await broker.refusalOf(party, attempt)).toBe(403)
    })

    it('lets dns do what it needs', async () => {
      const own = await broker.refusalOf('dns', (channel) => channel.publish('dns.inbox', 'commands', text))
      expect(own).toBeUndefined()
      await eventually(async () => (await deadLetters()) === 1, 'the dead letter')
      await broker.asAdministrator((channel) => channel.purgeQueue('dns.dead-letters'))
    })

    it('makes a command that came around the permissions a dead letter', async () => {
      const properties = { type: 'ledger.open-account', messageId: 'm-1', correlationId: 'c-1' }
      await broker.refusalOf('dns', (channel) => channel.publish('', 'orders.commands', text, properties))
      await eventually(async () => (await deadLetters()) === 1, 'the dead letter')
      const letter = await broker.asAdministrator((channel) => channel.get('orders.dead-letters', { noAck: true }))
      if (!letter) throw new Error('there is no dead letter')
      expect(letter.properties.headers).toMatchObject({ 'nameyard-reason': 'came by an exchange that is not for it' })
    })

    it('moves the dead letters of an earlier release for an administrator only', async () => {
      await broker.asAdministrator(async (channel) => {
        await channel.assertQueue('dns.dead', { durable: true })
        await channel.bindQueue('dns.dead', 'nameyard.dead', 'dns')
        channel.sendToQueue('dns.dead', text, { messageId: 'm-2', correlationId: 'c-2', persistent: true })
        await eventually(async () => (await channel.checkQueue('dns.dead')).messageCount === 1, 'the earlier letter')
      })
      const adopt = async (url: string) => {
        const operator = await openOperator(url, { logger: false, isTopologyFixed: true })
        return operator.deadLetters.adopt('dns').finally(() => operator.close())
      }
      await expect(adopt(broker.urlOf('admin'))).rejects.toThrow(
        'The user of the broker may not remove the queue dns.dead; use the URL of an administrator.',
      )
      expect(await adopt(broker.administratorUrl)).toBe(1)
      await eventually(async () => (await deadLetters()) === 1, 'the letter in its new queue')
      expect(await adopt(broker.urlOf('admin'))).toBe(0)
    })

    describe('of an operator', () => {
      const maria = () => new URL(broker.urlOf('admin-maria')).username

      it('is the name in the audit trail, whatever the request says', async () => {
        const url = broker.urlOf('admin-maria')
        const { rpc, call, close } = await testParty('admin', { url, clock: new Clock(), isTopologyFixed: true })
        const payment = { operator: 'joris', resellerId: 1001, currency: 'EUR', amount: '5.00', key: 'gift' }
        await rpc.call(topUp, payment, call())
        const payments = await eventually(async () => {
          const { entries } = await rpc.call(readAuditLog, { resellerId: 1001 }, call())
          const found = entries.filter(({ operation }) => operation === topUp.id)
          return found.length === 2 && found
        }, 'the entries of the opening payment and of this one')
        expect(payments.map(({ who }) => who)).toEqual([maria(), new URL(broker.urlOf('admin')).username])
        await close()
      })

      it.each(['admin', 'gateway'])('cannot be claimed by the user %s', async (party) => {
        const claimed = broker.refusalOf(party, (channel) =>
          channel.publish(party === 'admin' ? 'nameyard.operator' : 'nameyard.requests', 'orders.gateway', text, {
            userId: maria(),
          }),
        )
        expect(await claimed).toBe(406)
      })
    })

    describe('with the credential of a service', () => {
      let party: TestParty
      beforeAll(async () => {
        const clock = new Clock()
        party = await testParty('gateway', { url: broker.urlOf('gateway'), clock, isTopologyFixed: true })
      })
      afterAll(() => party?.close())

      it('a request in the name of an account is refused, whatever it says about the actor', async () => {
        const actor = { resellerId: 1001, contactId: 1, username: 'paula-p', role: 'admin', scope: ['read'] } as const
        // The party signs with a key of its own, which is not that of the platform; then it states nothing.
        for (const call of [party.call(undefined, { actor }), party.call()]) {
          await expect(party.rpc.call(listZones, {}, call)).rejects.toMatchObject({ refusal: 'authentication_failed' })
        }
      })

      it('an operation that only other services may ask for is refused', async () => {
        const asked = party.rpc.call(snapshotCustomers, { resellerId: 1001, handles: [] }, party.call())
        await expect(asked).rejects.toMatchObject({ refusal: 'authentication_failed' })
      })

      it('an operation of the operator is refused, by whichever way it comes', async () => {
        const input = { operator: 'mallory', resellerId: 1001, currency: 'EUR', amount: '1000000.00', key: 'gift' }
        const before = await done('GET', '/v1/resellers')
        // By the exchange of everybody the service refuses. By that of the operator RabbitMQ refuses, and closes the channel.
        for (const audience of ['service', 'operator'] as const) {
          await expect(party.rpc.call({ ...topUp, audience }, input, party.call())).rejects.toMatchObject({
            refusal: audience === 'operator' ? 'service_unavailable' : 'authentication_failed',
          })
        }
        expect((await done('GET', '/v1/resellers')).balance).toBe(before.balance)
      })
    })
  })
