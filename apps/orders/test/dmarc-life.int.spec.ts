import { randomUUID } from 'node:crypto'
import { domainChanged } from '@nameyard/contracts/domains/domain-changed'
import { orderDmarc } from '@nameyard/contracts/orders/order-dmarc'
import { eventually } from '@nameyard/testing/eventually'
import { startDmarcPlatform, type Account, type DmarcPlatform } from './dmarc-platform'

/** The lifecycle of e-mail DMARC orders, with a name server that answers from their zones. */

/** Price of one year in the built-in price list, in cents. */
const PRICE = 1200

const DAY = 86_400_000

let platform: DmarcPlatform
/** An account with zones that it created before another account held the domains, for DNS that is hosted elsewhere. */
let world: Account

beforeAll(async () => {
  platform = await startDmarcPlatform()
  await platform.startReplica()
  world = await platform.account('world')
})
afterAll(() => platform?.close())
afterEach(async () => {
  expect((await platform.verify()).findings).toEqual([])
})

/** Creates an account with one domain for a test, to count its movements. */
async function holder(name: string, cents?: number): Promise<Account> {
  const account = await platform.account(name.split('.')[0]!, cents)
  await platform.hold(account, name)
  return account
}
const cname = (name: string) => platform.values(`_dmarc.${name}`, 'CNAME')
const target = (name: string) => `_dmarc.${name.replaceAll('.', '_')}._d.dmarc.nameyard.example`
const proof = (name: string) => ({ type: 'CNAME', name: '_dmarc', value: target(name), ttl: 900 })
const message = async (by: Account, name: string) =>
  (await platform.read(by, name)).recent_easydmarc_action?.message ?? ''

describe('a DMARC order that is placed with a domain', () => {
  const orderWith = async (by: Account, name: string, times: readonly string[]) => {
    const [label, extension] = name.split('.') as [string, string]
    const payload = {
      resellerId: by.resellerId,
      domainId: 1,
      domain: { name: label, extension },
      ownerHandle: by.handle,
    }
    const sent = times.map((messageId) => ({ message: orderDmarc, payload, messageId, correlationId: randomUUID() }))
    for (const each of sent) await platform.party.publisher.publish([each])
    return eventually(() => platform.read(by, name), `an order of ${name}`)
  }
  const ordersOf = async (name: string) =>
    (await platform.sql.query('select status from orders.dmarc_order where name = $1 order by id', [name])).rows

  it('is placed and charged once when the message is repeated', async () => {
    const name = 'together.com'
    const by = await holder(name)
    await platform.zone(by, name)
    const messageId = randomUUID()
    const placed = await orderWith(by, name, [messageId, messageId, randomUUID()])
    await platform.becomes(by, placed, 'ACT')
    expect(await platform.remove(by, placed.id)).toEqual({ status: 'DEL' })
    await orderWith(by, name, [messageId])
    // A later message shows that this one was handled.
    await platform.zone(by, 'marker.com')
    expect(await ordersOf(name)).toEqual([{ status: 'DEL' }])
    expect((await platform.money(by)).moved).toEqual({ reserve: 1, capture: 1 })
  })

  it('fails when the credit is too low, and can be retried', async () => {
    const name = 'penniless.com'
    const by = await holder(name, PRICE - 1)
    const placed = await orderWith(by, name, [randomUUID()])
    expect([placed.status, await message(by, name)]).toEqual(['FAI', expect.stringContaining('12.00')])
    await platform.pay(by, 100, 'more')
    expect(await platform.retry(by, placed.id)).toMatchObject({ id: placed.id, status: 'REQ' })
    expect(await platform.money(by)).toMatchObject({ reserved: PRICE, moved: { reserve: 1 } })
  })

  it('fails and is released when the domain is not registered', async () => {
    const by = await platform.account('never')
    const placed = await orderWith(by, 'never.com', [randomUUID()])
    await platform.becomes(by, placed, 'FAI')
    expect(await platform.money(by)).toMatchObject({ reserved: 0, moved: { reserve: 1, release: 1 } })
  })
})

describe('a DMARC order for a domain whose zone is hosted here', () => {
  it('places the record, publishes the policy and is charged once; a delete removes both records', async () => {
    const name = 'hosted.com'
    const by = await holder(name)
    await platform.zone(by, name)
    const placed = await platform.order(by, name)
    expect(placed).toMatchObject({ status: 'REQ', record_host: '_dmarc.hosted.com', record_value: target(name) })
    expect(await platform.money(by)).toMatchObject({ available: 10_000 - PRICE, reserved: PRICE })
    await platform.becomes(by, placed, 'ACT')
    expect(await cname(name)).toEqual([target(name)])
    const address = 'hosted_com@dmarc.nameyard.example'
    expect(await platform.read(by, name)).toMatchObject({ easydmarc_email_address: address, id: placed.id })
    const policy = `v=DMARC1; p=none; rua=mailto:${address}`
    await eventually(async () => (await platform.values(target(name), 'TXT'))[0] === policy, 'the policy')
    const consent = 'hosted.com._report._dmarc.dmarc.nameyard.example'
    await eventually(async () => (await platform.values(consent, 'TXT'))[0] === 'v=DMARC1', 'the consent')
    expect(await platform.money(by)).toEqual({
      available: 10_000 - PRICE,
      reserved: 0,
      moved: { reserve: 1, capture: 1 },
    })

    expect(await platform.remove(by, placed.id)).toEqual({ status: 'DEL' })
    expect(await platform.remove(by, placed.id)).toEqual({ status: 'DEL' })
    await eventually(async () => (await cname(name)).length === 0, 'no record')
    await eventually(async () => (await platform.values(target(name), 'TXT')).length === 0, 'no policy')
    expect((await platform.money(by)).available).toBe(10_000 - PRICE)
    await eventually(async () => (await platform.rowOf(placed.id)).dueAt === null, 'an order without a due date')
  })

  it('fails and is released when another record is in conflict, and can be retried', async () => {
    const name = 'conflict.com'
    const by = await holder(name)
    const own = { type: 'TXT', name: '_dmarc', value: 'v=DMARC1; p=reject', ttl: 900 }
    await platform.zone(by, name, own)
    const placed = await platform.order(by, name)
    await platform.processed(placed.id)
    expect(await message(by, name)).toContain('other records of _dmarc.conflict.com are in conflict')
    await expect(platform.retry(by, placed.id)).rejects.toMatchObject({ refusal: 'dmarc_order_not_failed' })
    platform.clock.advance(7 * DAY)
    await platform.becomes(by, placed, 'FAI')
    expect(await platform.money(by)).toEqual({ available: 10_000, reserved: 0, moved: { reserve: 1, release: 1 } })
    expect(await platform.values('_dmarc.conflict.com', 'TXT')).toEqual(['v=DMARC1; p=reject'])

    await platform.change(by, name, { remove: [own] } as never)
    const retried = await Promise.allSettled([1, 2, 3].map(() => platform.retry(by, placed.id)))
    expect(retried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await platform.becomes(by, placed, 'ACT')
    expect(await platform.money(by)).toEqual({
      available: 10_000 - PRICE,
      reserved: 0,
      moved: { reserve: 2, release: 1, capture: 1 },
    })
  })

  it('keeps its record when it is ordered again while the records of the last order are being removed', async () => {
    const name = 'again.com'
    const by = await holder(name)
    await platform.zone(by, name)
    const first = await platform.order(by, name)
    await platform.becomes(by, first, 'ACT')
    await platform.remove(by, first.id)
    const second = await platform.order(by, name)
    await expect(platform.order(by, name)).rejects.toMatchObject({ refusal: 'dmarc_order_active' })
    await platform.becomes(by, second, 'ACT')
    expect((await platform.rowOf(first.id)).dueAt).toBeNull()
    expect(await cname(name)).toEqual([target(name)])
  })
})

describe('a DMARC order for a domain whose zone is hosted elsewhere', () => {
  it('becomes active when its record appears late, and expires without a charge when the record disappears', async () => {
    const name = 'late.com'
    await platform.zone(world, name)
    const by = await holder(name)
    const placed = await platform.order(by, name)
    await platform.processed(placed.id)
    expect(await message(by, name)).toContain('add the record yourself')
    platform.clock.advance(6 * DAY)
    await platform.processed(placed.id)
    expect((await platform.read(by, name)).status).toBe('REQ')
    await platform.change(world, name, { add: [proof(name)] } as never)
    await platform.becomes(by, placed, 'ACT')

    await platform.change(world, name, { remove: [proof(name)] } as never)
    await eventually(async () => (await cname(name)).length === 0, 'no record')
    platform.clock.advance(DAY)
    await eventually(async () => (await message(by, name)).includes('has no CNAME'), 'the report of the missing CNAME')
    expect((await platform.read(by, name)).status).toBe('ACT')
    const { renew_at: renews } = await platform.read(by, name)
    platform.clock.set(`${renews.replace(' ', 'T')}Z`)
    await platform.becomes(by, placed, 'EXP')
    expect(platform.clock.now().getTime()).toBeGreaterThan(
      new Date(`${renews.replace(' ', 'T')}Z`).getTime() + 13 * DAY,
    )
    expect((await platform.money(by)).moved).toEqual({ reserve: 1, capture: 1 })
    await eventually(async () => (await platform.values(target(name), 'TXT')).length === 0, 'no policy')
  })

  it('waits while the name servers are unavailable', async () => {
    const name = 'down.com'
    await platform.zone(world, name, proof(name))
    const by = await holder(name)
    await platform.stopDns()
    const placed = await platform.order(by, name)
    await platform.processed(placed.id)
    platform.clock.advance(8 * DAY)
    await platform.processed(placed.id)
    expect(await platform.read(by, name)).toMatchObject({
      status: 'REQ',
      recent_easydmarc_action: { recent_action: 'verify-record' },
    })
    expect(await platform.money(by)).toMatchObject({ reserved: PRICE, moved: { reserve: 1 } })
    await platform.startDns()
    await platform.becomes(by, placed, 'ACT')
    expect((await platform.money(by)).moved).toEqual({ reserve: 1, capture: 1 })
  })

  it('fails after its deadline when the name servers never answer', async () => {
    const name = 'silent.com'
    const by = await holder(name)
    const placed = await platform.order(by, name)
    platform.clock.advance(30 * DAY)
    await platform.becomes(by, placed, 'FAI')
    expect((await platform.money(by)).moved).toEqual({ reserve: 1, release: 1 })
  })
})

describe('a period of a DMARC order', () => {
  it('is renewed once each year by two replicas, and later when the credit was too low', async () => {
    const name = 'renewed.com'
    const by = await holder(name, 2 * PRICE)
    await platform.zone(by, name)
    const placed = await platform.order(by, name)
    await platform.becomes(by, placed, 'ACT')
    const first = await platform.read(by, name)
    platform.clock.set(`${first.renew_at.replace(' ', 'T')}Z`)
    await eventually(async () => (await platform.read(by, name)).expired_at > first.expired_at, 'the renewed order')
    const second = await platform.read(by, name)
    expect(second.expired_at.slice(0, 4)).toBe(String(Number(first.expired_at.slice(0, 4)) + 1))
    expect(await platform.money(by)).toEqual({ available: 0, reserved: 0, moved: { reserve: 2, capture: 2 } })

    platform.clock.set(`${second.renew_at.replace(' ', 'T')}Z`)
    await eventually(async () => (await message(by, name)).includes('Credit too low'), 'the message about the credit')
    await platform.pay(by, PRICE, 'more')
    platform.clock.advance(DAY)
    await eventually(async () => (await platform.read(by, name)).expired_at > second.expired_at, 'the renewed order')
    expect(await platform.money(by)).toEqual({ available: 0, reserved: 0, moved: { reserve: 3, capture: 3 } })
    const { rows } = await platform.sql.query(
      'select action, number from orders.dmarc_charge where dmarc_order_id = $1 order by placed_at',
      [placed.id],
    )
    expect(rows.map(({ action, number }) => `${action} ${number}`)).toEqual(['create 1', 'renew 1', 'renew 2'])
  })
})

it('a DMARC order whose renewal becomes due during a check is renewed by the next check', async () => {
  const name = 'overtaken.com'
  const by = await holder(name)
  await platform.zone(by, name)
  const placed = await platform.order(by, name)
  await platform.becomes(by, placed, 'ACT')
  const before = await platform.read(by, name)
  const checks = await platform.transaction()
  const conclusion = await platform.transaction()
  await checks.query('lock table domains.domain in access exclusive mode')
  platform.clock.set(new Date(Date.parse(`${before.renew_at.replace(' ', 'T')}Z`) - 2_000))
  await eventually(async () => (await platform.rowOf(placed.id)).claimedUntil !== null, 'the check')
  await conclusion.query('select from orders.dmarc_order where id = $1 for update', [placed.id])
  await checks.end()
  await conclusion.blocks('the end of the check')
  platform.clock.advance(4_000)
  await conclusion.end()
  await platform.processed(placed.id)
  await eventually(async () => (await platform.read(by, name)).expired_at > before.expired_at, 'the renewed order')
  expect((await platform.money(by)).moved).toEqual({ reserve: 2, capture: 2 })
})

describe('a DMARC order whose domain leaves the account', () => {
  it.each(['REQ', 'ACT'])('is deleted in status %s by repeated and late events', async (status) => {
    const name = `leaves-${status.toLowerCase()}.com`
    const by = await holder(name)
    if (status === 'ACT') await platform.zone(by, name)
    const placed = await platform.order(by, name)
    await platform.becomes(by, placed, status)
    const payload = {
      id: 1,
      resellerId: by.resellerId,
      name,
      status: 'ACT',
      ownerHandle: by.handle,
      isHeld: false,
      version: 2,
      changedAt: platform.clock.now().toISOString(),
    }
    const publish = (messageId: string) =>
      platform.party.publisher.publish([
        { message: domainChanged, payload, messageId, correlationId: platform.party.call().correlationId },
      ])
    const ids = [1, 2, 3].map((n) => `00000000-0000-4000-8000-0000000${status === 'ACT' ? '1' : '2'}000${n}`)
    // A wrong event changes nothing, because the domains service is asked.
    await publish(ids[0]!)
    await platform.processed(placed.id)
    expect((await platform.read(by, name)).status).toBe(status)
    await platform.sql.query('update domains.domain set deleted_at = now() where name = $1', [name])
    await Promise.all([ids[1]!, ids[1]!, ids[2]!].map(publish))
    await platform.becomes(by, placed, status === 'ACT' ? 'DEL' : 'FAI')
    expect((await platform.money(by)).moved).toEqual(
      status === 'ACT' ? { reserve: 1, capture: 1 } : { reserve: 1, release: 1 },
    )
  })
})

it.each<[string, number | undefined, string]>([
  ['its order has not succeeded', undefined, 'the delegation of early.com cannot be checked now'],
  ['another account holds it', 1, 'taken.com is not under the control of this account'],
])('a DMARC order of a domain is not active while %s', async (_, other, problem) => {
  const name = `${other ? 'taken' : 'early'}.com`
  const by = await holder(name)
  // The account could make the zone before the name had a holder.
  await platform.sql.query(`update domains.domain set phase = 'transfer.pending' where name = $1`, [name])
  await platform.zone(by, name)
  if (other)
    await platform.sql.query(
      `insert into dns.holder (name, domain_id, reseller_id, version, changed_at) values ($1, 999999, 999999, 1, now())`,
      [name],
    )
  const placed = await platform.order(by, name)
  await eventually(async () => {
    const { dueAt, claimedUntil } = await platform.rowOf(placed.id)
    if (claimedUntil === null && dueAt && dueAt > platform.clock.now()) platform.clock.set(dueAt)
    return (await message(by, name)).includes(problem)
  }, 'the reason')
  expect([await cname(name), (await platform.read(by, name)).status]).toEqual([[target(name)], 'REQ'])
  await platform.sql.query('delete from dns.holder where name = $1', [name])
  await platform.sql.query(`update domains.domain set phase = 'active' where name = $1`, [name])
  await platform.becomes(by, placed, 'ACT')
})

it('refuses a DMARC order without credit, and delete and retry by another account', async () => {
  const poor = await holder('poor.com', 0)
  await expect(platform.order(poor, 'poor.com')).rejects.toMatchObject({ refusal: 'credit_too_low' })
  await expect(platform.read(poor, 'poor.com')).rejects.toMatchObject({ refusal: 'dmarc_order_not_found' })
  const by = await holder('ours.com')
  const { id } = await platform.order(by, 'ours.com')
  await expect(platform.remove(world, id)).rejects.toMatchObject({ refusal: 'dmarc_order_unknown' })
  await expect(platform.retry(world, id)).rejects.toMatchObject({ refusal: 'dmarc_order_unknown' })
  expect(await platform.remove(by, id)).toEqual({ status: 'DEL' })
  expect(await platform.money(by)).toMatchObject({ available: 10_000, reserved: 0 })
})
