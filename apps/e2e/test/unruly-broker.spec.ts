import { Client } from 'pg'
import { eventually } from '@nameyard/testing/eventually'
import { choice } from '@nameyard/testing/sampling'
import { LedgerTables } from '../src/ledger-tables'
import { someBrokers } from '../src/plans'
import { RegistryAudit } from '../src/registry-audit'
import { order, person } from '../src/reseller'
import { unrulyBroker, type UnrulyBroker } from '../src/unruly-broker'
import { startInProcess, type Ask, type InProcess } from './in-process'

const PATIENCE_MS = 90_000

/** Messages arrive late, out of order and more than once: delivery is at least once, without a guaranteed order. */
describe.each(someBrokers('unruly-broker'))(`messages late, out of order and repeated, on %s (${choice})`, (_, url) => {
  const names = Array.from({ length: 8 }, (_, n) => `unruly-${n}.com`)
  const ids = new Map<string, number>()
  let platform: InProcess
  let broker: UnrulyBroker
  let ledger: LedgerTables
  let audit: RegistryAudit
  let sql: Client
  let ask: Ask
  let handle: string

  beforeAll(async () => {
    platform = await startInProcess({
      brokerUrl: url,
      workers: 2,
      domains: { SETTLEMENT_WAIT_MS: '0' },
    })
    ;[ledger, audit] = await Promise.all([
      LedgerTables.of(platform.databaseUrl),
      RegistryAudit.of(platform.databaseUrl),
    ])
    sql = new Client({ connectionString: platform.databaseUrl })
    await sql.connect()
    ask = await platform.open('unruly')
    ;({ handle } = await done('POST', '/v1/customers', person))
    broker = await unrulyBroker(platform.amqpUrl)
  })
  afterAll(async () => {
    await broker?.close()
    await Promise.all([ledger?.end(), audit?.end(), sql?.end()])
    await platform?.close()
  })

  const done = async (method: string, path: string, body?: object) => {
    const { status, json, text } = await ask(method, path, body && { body })
    if (status !== 200) throw new Error(`${method} ${path}: ${text}`)
    return json.data
  }
  const shown = (name: string) => done('GET', `/v1/domains/${ids.get(name)}`)
  const allSettled = () =>
    eventually(
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 200))
        return (await sql.query('select from domains.registry_operation where settled_at is null')).rowCount === 0
      },
      'the settlement of every operation',
      PATIENCE_MS,
    )
  const once = new Map(names.map((name) => [name, 1]))
  const paid = { state: 'captured', movements: ['capture', 'reserve'] }

  it('an order is executed and charged once', async () => {
    await Promise.all(
      names.map(async (name) => {
        const placed = await done('POST', '/v1/domains', { ...order(name, handle), autorenew: 'on' })
        ids.set(name, placed.id)
      }),
    )
    await allSettled()
    expect(await audit.effects('domain:create')).toEqual(once)
    for (const name of names) {
      await eventually(async () => (await ledger.ordersOf(name))[0]?.state === 'captured', `${name} paid`)
      expect(await ledger.ordersOf(name)).toEqual([paid])
      expect(await shown(name)).toMatchObject({ status: 'ACT' })
    }
  })

  it('a domain ends in the state of the last update, in any order of the messages', async () => {
    await Promise.all(
      names.map(async (name) => {
        for (const label of ['first', 'second', 'third', 'fourth', 'last']) {
          const name_servers = ['a', 'b'].map((host) => ({ name: `${host}.${label}.example` }))
          await done('PUT', `/v1/domains/${ids.get(name)}`, { name_servers })
        }
      }),
    )
    await allSettled()
    for (const name of names)
      expect(await platform.sandbox.domain(name)).toMatchObject({ hosts: ['a.last.example', 'b.last.example'] })
  })

  it('a domain is renewed once when its timer fires repeatedly', async () => {
    // As if the year were over. Repeated, because a late message would set a timer back to its old date.
    await sql.query(`update domains.domain set renews_at = now() - interval '1 minute'`)
    await eventually(
      async () => {
        await sql.query(
          `update registry_worker.timer timer set due_at = now() from domains.domain domain
           where timer.kind = 'renewal' and domain.id = timer.domain_id and domain.renews_at < now()`,
        )
        return (await audit.effects('domain:renew')).size === names.length
      },
      'every domain renewed',
      PATIENCE_MS,
    )
    await allSettled()
    expect(await audit.effects('domain:renew')).toEqual(once)
    for (const name of names) {
      // A repeated message finds the renewal in progress, and its own reservation is released.
      const settled = async () => {
        const orders = await ledger.ordersOf(name)
        return orders.every(({ state }) => state === 'captured' || state === 'released') && orders
      }
      const orders = await eventually(settled, `${name} settled`)
      expect(orders.filter(({ state }) => state === 'captured')).toEqual([paid, paid])
    }
  })

  it('every kind of message arrives more than once, without an unknown transition of a domain', async () => {
    for (const kind of [
      'registry.submit-operation',
      'registry.operation-settled',
      'registry.set-timers',
      'registry.timer-due',
      'domain.changed',
      'reservation.confirmed',
      'ledger.capture',
    ])
      expect(broker.repeated.get(kind)).toBeGreaterThan(0)
    expect((await sql.query('select * from domains.lifecycle_violation')).rows).toEqual([])
    const { sent, clTRIDs } = await audit.messages()
    expect(clTRIDs).toBe(sent)
  })
})
