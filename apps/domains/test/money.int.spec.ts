import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { checkDomains } from '@nameyard/contracts/domains/check-domains'
import { renewDomain } from '@nameyard/contracts/domains/renew-domain'
import { transferDomain } from '@nameyard/contracts/domains/transfer-domain'
import { importPrices } from '@nameyard/contracts/orders/import-prices'
import { placedOrders } from '@nameyard/contracts/orders/placed-orders'
import { reserveCredit } from '@nameyard/contracts/orders/reserve-credit'
import { settleReservation } from '@nameyard/contracts/orders/settle-reservation'
import { verifyLedger } from '@nameyard/contracts/orders/verify-ledger'
import { ANSWER_SEAL } from '@nameyard/testing/answer-seal'
import { eventually } from '@nameyard/testing/eventually'
import { startPlatform, type Platform } from './platform'
import { registries } from './worker-stand-in'

const fee = {
  objectType: 'domain',
  action: 'create',
  quantity: 1,
  currency: 'EUR',
  amount: 1079,
  discount: 0,
  product: { currency: 'EUR', amount: 800 },
}

let platform: Platform
let anna: Awaited<ReturnType<Platform['account']>>

beforeAll(async () => {
  platform = await startPlatform()
  anna = await platform.account()
  await sellPremium(['gold.com', 'silver.com'])
})
afterAll(() => platform?.close())
afterEach(() => {
  registries.taken.clear()
  registries.premium.clear()
})

const columns = 'kind,subject,operation,tier,starts_at,ends_at,product_currency,product_price,price'

/** Imports prices into the default price list in euros. */
async function sell(...lines: readonly string[]): Promise<void> {
  const given = { operator: 'tester', list: 'shipped-eur', csv: [columns, ...lines].join('\n') }
  const { fingerprint } = await platform.rpc.call(importPrices, given, anna.call())
  await platform.rpc.call(importPrices, { ...given, apply: fingerprint }, anna.call())
}
const sellPremium = (names: readonly string[], operation = 'create') =>
  sell(...names.map((name) => `premium,${name},${operation},,,,USD,200,250.00`))

const reservationOf = async (name: string, by = anna) => {
  const { rows } = await platform.sql.query<{ orderId: string; state: string }>(
    'select order_id as "orderId", state from orders.reservation where reseller_id = $1 and subject = $2',
    [by.resellerId, name],
  )
  return rows[0]
}
const becomes = (name: string, state: string, by = anna) =>
  eventually(async () => (await reservationOf(name, by))?.state === state, `the reservation of ${name} ${state}`)
const rowsOf = async (name: string) => (await platform.sql.query('select id from domain where name = $1', [name])).rows

describe('the payment of an order', () => {
  it('is reserved under the id of the operation, confirmed, and captured when the registry has created the domain', async () => {
    const bert = await platform.account('50')
    await bert.create('paid.com', { period: 2 })
    const { operationId } = await platform.submitted('paid.com')
    await becomes('paid.com', 'confirmed', bert)
    expect((await reservationOf('paid.com', bert))?.orderId).toBe(operationId)
    expect(await platform.balance(bert)).toEqual({ available: 5000 - 2158, reserved: 2158 })
    const { rows } = await platform.sql.query('select charge from registry_operation where operation_id = $1', [
      operationId,
    ])
    expect(rows[0]).toMatchObject({ charge: { action: 'create', amount: 2158, currency: 'EUR', quantity: 2 } })

    const submission = { operationId, object: 'paid.com' }
    const messageIds = [
      await platform.publishSettlement(submission, {}),
      await platform.publishSettlement(submission, {}),
    ]
    for (const messageId of messageIds) await platform.handled(messageId)
    await becomes('paid.com', 'captured', bert)
    expect(await platform.balance(bert)).toEqual({ available: 5000 - 2158, reserved: 0 })
  })

  it.each(['refused', 'failed'] as const)('is released when the order is %s', async (outcome) => {
    const bert = await platform.account('50')
    await bert.create(`${outcome}.com`)
    await platform.publishSettlement(await platform.submitted(`${outcome}.com`), { outcome })
    await becomes(`${outcome}.com`, 'released', bert)
    expect(await platform.balance(bert)).toEqual({ available: 5000, reserved: 0 })
  })

  it('is reserved again when a repeated request finds a reservation without an order', async () => {
    const bert = await platform.account('50')
    const repeat = { key: 'given:m-0', request: 'r', seal: ANSWER_SEAL, lifeMs: 60_000 }
    const charge = { ...fee, subject: 'lost.com' }
    const lost = { orderId: uuidv7(), owner: 'domains', resellerId: bert.resellerId, charge } as const
    await platform.rpc.call(reserveCredit, lost, bert.call({ repeat }))
    await bert.create('again.com', {}, { repeat })
    const { operationId } = await platform.submitted('again.com')
    await becomes('again.com', 'confirmed', bert)
    expect((await reservationOf('again.com', bert))?.orderId).toBe(operationId)
    const byHand = { operator: 'tester', orderId: lost.orderId, outcome: 'released' } as const
    await platform.rpc.call(settleReservation, byHand, bert.call())
  })

  it('refuses an order without enough credit, and nothing is stored', async () => {
    const poor = await platform.account('10.78')
    await expect(poor.create('too-dear.com')).rejects.toMatchObject({
      refusal: 'credit_too_low',
      details: { needed: '10.79 EUR', available: '10.78 EUR' },
    })
    expect(await rowsOf('too-dear.com')).toEqual([])
    expect(await reservationOf('too-dear.com', poor)).toBeUndefined()
  })

  it('allows only as many of fifty simultaneous orders as the credit pays', async () => {
    const bert = await platform.account('21.58')
    const orders = await Promise.allSettled(Array.from({ length: 50 }, (_, n) => bert.create(`race-${n}.com`)))
    expect(orders.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await platform.balance(bert)).toEqual({ available: 0, reserved: 2158 })
  })

  it('is released for all but one when a name is ordered twenty times at once', async () => {
    const bert = await platform.account('1000')
    await Promise.allSettled(Array.from({ length: 20 }, (_, n) => bert.create('wanted.com', { comments: `${n}` })))
    await eventually(async () => (await platform.balance(bert)).reserved === 1079, 'one reservation left')
    expect(await rowsOf('wanted.com')).toHaveLength(1)
    const { rows } = await platform.sql.query<{ count: number }>(
      `select count(*)::integer as count from orders.reservation where reseller_id = $1 and state <> 'released'`,
      [bert.resellerId],
    )
    expect(rows[0]?.count).toBe(1)
  })

  it('is not reserved for a name that an account already has', async () => {
    const bert = await platform.account('1000')
    await bert.create('mine.com')
    await expect(bert.create('mine.com', { comments: 'again' })).rejects.toMatchObject({
      refusal: 'domain_order_duplicate',
    })
    const cid = await platform.account('1000')
    await expect(cid.create('mine.com')).rejects.toMatchObject({ refusal: 'domain_not_free' })
    expect(await platform.balance(cid)).toEqual({ available: 100_000, reserved: 0 })
    expect(await platform.balance(bert)).toEqual({ available: 100_000 - 1079, reserved: 1079 })
  })

  it('is reserved once for one request that arrives three times', async () => {
    const bert = await platform.account('50')
    const repeat = { key: 'given:m-1', request: 'r', seal: ANSWER_SEAL, lifeMs: 60_000 }
    await Promise.all([1, 2, 3].map(() => bert.create('thrice.com', {}, { repeat })))
    await eventually(async () => (await platform.balance(bert)).reserved === 1079, 'one reservation left')
  })
})

describe('a premium name', () => {
  it('is refused with its price until the order accepts that price, to the cent', async () => {
    registries.premium.add('gold.com')
    const refused = { refusal: 'premium_fee_unaccepted', details: { domain: 'gold.com', price: '250.00' } }
    await expect(anna.create('gold.com')).rejects.toMatchObject(refused)
    await expect(anna.create('gold.com', { accept_premium_fee: 249.99 })).rejects.toMatchObject(refused)
    expect(await rowsOf('gold.com')).toEqual([])
    expect(await anna.create('gold.com', { accept_premium_fee: 250 })).toMatchObject({ status: 'REQ' })
    // The fee that the registry is offered is the product price of the price list.
    expect((await platform.submitted('gold.com')).intent.fee).toEqual({ currency: 'USD', amount: '200' })
  })

  it('is renewed at its premium price, and only when it has one', async () => {
    registries.premium.add('silver.com')
    const { id } = await platform.active(anna, 'silver.com', { accept_premium_fee: 250 })
    await expect(platform.rpc.call(renewDomain, { id }, anna.call())).rejects.toMatchObject({
      refusal: 'premium_unavailable',
    })
    await sellPremium(['silver.com'], 'renew')
    await platform.rpc.call(renewDomain, { id }, anna.call())
    expect((await platform.submitted('silver.com', 'domain.renew')).intent.fee).toEqual({
      currency: 'USD',
      amount: '200',
    })
  })

  it('is not transferred on a later day at a price that was not accepted', async () => {
    registries.premium.add('later.com')
    registries.taken.add('later.com')
    await sellPremium(['later.com'], 'transfer')
    const order = { domain: { name: 'later', extension: 'com' }, owner_handle: anna.handle, auth_code: 'Secret-1' }
    const transfer = (terms: object) =>
      platform.rpc.call(transferDomain, { ...order, at: '2027-03-01', ...terms }, anna.call())
    await expect(transfer({})).rejects.toMatchObject({
      refusal: 'premium_fee_unaccepted',
      details: { domain: 'later.com', price: '250.00' },
    })
    expect(await transfer({ accept_premium_fee: 250 })).toMatchObject({ status: 'SCH' })
  })

  it('is not sold without a premium price', async () => {
    registries.premium.add('priceless.com')
    await expect(anna.create('priceless.com', { accept_premium_fee: 10.79 })).rejects.toMatchObject({
      refusal: 'premium_unavailable',
    })
  })
})

describe('a name in early access', () => {
  it('is refused with its fee until the order accepts that fee, to the cent', async () => {
    await sell('early-access,info,create,,,2027-02-01,USD,50,60.00')
    await expect(anna.create('early.info')).rejects.toMatchObject({
      refusal: 'early_access_fee_unaccepted',
      details: { domain: 'early.info', price: '60.00' },
    })
    await expect(anna.create('early.info', { accept_eap_fee: 59 })).rejects.toMatchObject({
      refusal: 'early_access_fee_wrong',
    })
    expect(await anna.create('early.info', { accept_eap_fee: 60 })).toMatchObject({ status: 'REQ' })
    const { operationId } = await platform.submitted('early.info')
    const { rows } = await platform.sql.query<{ amount: number }>(
      'select amount::integer as amount from orders.reservation where order_id = $1',
      [operationId],
    )
    expect(rows[0]?.amount).toBe(1899 + 6000)
  })
})

describe('a check', () => {
  const check = async (names: readonly string[], with_price = false) => {
    const domains = names.map((name) => ({ name, extension: 'com' }))
    return (await platform.rpc.call(checkDomains, { domains, with_price }, anna.call())).results
  }
  const price = (reseller: number, product: number) => ({
    product: { currency: 'USD', price: product },
    reseller: { currency: 'EUR', price: reseller },
  })

  it('shows prices on request, and always for premium names', async () => {
    await sellPremium(['bronze.com'])
    registries.premium.add('bronze.com')
    const premium = { currency: 'EUR', price: { create: 250 } }
    expect(await check(['plain', 'bronze'])).toEqual([
      { domain: 'plain.com', status: 'free', is_premium: false },
      { domain: 'bronze.com', status: 'free', is_premium: true, premium },
    ])
    expect(await check(['plain', 'bronze'], true)).toEqual([
      { domain: 'plain.com', status: 'free', is_premium: false, price: price(10.79, 10.44) },
      { domain: 'bronze.com', status: 'free', is_premium: true, premium, price: price(250, 200) },
    ])
  })

  it('returns names that cannot be ordered as taken', async () => {
    registries.taken.add('gone.com')
    registries.premium.add('priceless.com')
    await anna.create('on-its-way.com')
    expect(await check(['gone', 'priceless', 'on-its-way'])).toEqual([
      { domain: 'gone.com', status: 'active', reason: 'Domain exists', is_premium: false },
      { domain: 'priceless.com', status: 'active', reason: 'Premium name without a price', is_premium: true },
      { domain: 'on-its-way.com', status: 'active', reason: 'Domain exists', is_premium: false },
    ])
  })

  it('is refused as a whole when one extension is not sold', async () => {
    const domains = [
      { name: 'plain', extension: 'com' },
      { name: 'plain', extension: 'unsold' },
    ]
    await expect(platform.rpc.call(checkDomains, { domains }, anna.call())).rejects.toMatchObject({
      refusal: 'extension_invalid',
    })
  })
})

describe('the orders service, which asks about its reservations', () => {
  const ask = async (orderIds: string[], refuseOthers: boolean) =>
    (await platform.rpc.call(placedOrders, { orderIds, refuseOthers }, anna.call())).placed

  it('gets the ids of the placed orders', async () => {
    await anna.create('asked.com')
    const { operationId } = await platform.submitted('asked.com')
    expect(await ask([operationId, randomUUID()], false)).toEqual([operationId])
    expect(await ask([operationId, randomUUID()], true)).toEqual([operationId])
  })

  it('can make an order fail that is not placed yet', async () => {
    const bert = await platform.account('50')
    // Delays the order between its reservation and its transaction, which first extends the claim of the request.
    const holding = new Client({ connectionString: platform.databaseUrl })
    await holding.connect()
    await holding.query(`
      create function domains.wait_for_test() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock_shared(4711); return new; end $$;
      create trigger wait_for_test before update on domains.idempotency
        for each row when (new.placed is null and new.running_until = old.running_until) execute function domains.wait_for_test();
      select pg_advisory_lock(4711)`)
    const repeat = { key: 'given:m-2', request: 'r', seal: ANSWER_SEAL, lifeMs: 60_000 }
    const order = bert.create('on-hold.com', {}, { repeat })
    const settled = Promise.allSettled([order])
    await eventually(async () => (await reservationOf('on-hold.com', bert)) !== undefined, 'the reservation')
    const { orderId } = (await reservationOf('on-hold.com', bert))!
    expect(await ask([orderId], true)).toEqual([])
    await holding.query(`select pg_advisory_unlock(4711)`)
    await holding.query('drop trigger wait_for_test on domains.idempotency; drop function domains.wait_for_test()')
    await holding.end()
    expect(await settled).toMatchObject([{ status: 'rejected', reason: { refusal: 'order_refused' } }])
    expect(await rowsOf('on-hold.com')).toEqual([])
    await becomes('on-hold.com', 'released', bert)
  })
})

it('the ledger is consistent after all tests of this file', async () => {
  await eventually(async () => {
    const { rows } = await platform.sql.query(`select from orders.reservation where state = 'open'`)
    return rows.length === 0
  }, 'no open reservation')
  const { findings, unasked } = await platform.rpc.call(verifyLedger, {}, anna.call())
  expect({ findings, unasked }).toEqual({ findings: [], unasked: [] })
})
