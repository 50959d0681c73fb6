import type { Answer } from '@nameyard/contracts/operation'
import { createDmarcOrder } from '@nameyard/contracts/orders/create-dmarc-order'
import { deleteDmarcOrder } from '@nameyard/contracts/orders/delete-dmarc-order'
import { getDmarcOrder } from '@nameyard/contracts/orders/get-dmarc-order'
import { listDmarcOrders } from '@nameyard/contracts/orders/list-dmarc-orders'
import { retryDmarcOrder } from '@nameyard/contracts/orders/retry-dmarc-order'
import { startDmarcPlatform, type Account, type DmarcPlatform } from './dmarc-platform'

let platform: DmarcPlatform
let anna: Account
let bert: Account

beforeAll(async () => {
  platform = await startDmarcPlatform()
  anna = await platform.account('anna')
  bert = await platform.account('bert')
  for (const name of ['example.com', 'xn--bcher-kva.de', 'raced.com', 'first.nl']) await platform.hold(anna, name)
  await platform.hold(bert, 'berts.com')
})
afterAll(() => platform?.close())

const order = (name: string, extension: string, by = anna, owner_handle = by.handle) =>
  platform.party.rpc.call(
    createDmarcOrder,
    { domain: { name, extension }, owner_handle },
    platform.party.call(by.resellerId),
  )
const read = (name: string, extension: string, by = anna) =>
  platform.party.rpc.call(getDmarcOrder, { domain: { name, extension } }, platform.party.call(by.resellerId))

/** An order without its last action: the processor looks for the record in the background. */
const placedPart = ({ recent_easydmarc_action: _, ...order }: Answer<typeof getDmarcOrder>) => order

describe('an order of e-mail DMARC', () => {
  it('is for a domain of the account and returns the record that proves control', async () => {
    const placed = await order('Example', 'COM')
    expect(placed).toMatchObject({
      domain: { name: 'example', extension: 'com' },
      status: 'REQ',
      record_type: 'CNAME',
      record_host: '_dmarc.example.com',
    })
    expect(placedPart(await read('EXAMPLE', '.com'))).toEqual(placedPart(placed))
  })

  it('is found by U-labels and by A-labels of its name', async () => {
    const placed = await order('bücher', 'de')
    expect(placed.domain).toEqual({ name: 'xn--bcher-kva', extension: 'de' })
    expect(placedPart(await read('xn--bcher-kva', 'de'))).toEqual(placedPart(placed))
    expect(placedPart(await read('BÜCHER', 'de'))).toEqual(placedPart(placed))
    await expect(order('XN--BCHER-KVA', 'de')).rejects.toMatchObject({ refusal: 'dmarc_order_active' })
  })

  it('is placed once by many concurrent requests', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => order('raced', 'com')))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ refusal: 'dmarc_order_active' })
    }
  })

  it('can be placed again when the last one has ended, and then the newest one is returned', async () => {
    const { id } = await order('first', 'nl')
    await platform.sql.query(`update orders.dmarc_order set status = 'EXP' where id = $1`, [id])
    expect((await read('first', 'nl')).status).toBe('EXP')
    const next = await order('first', 'nl')
    expect(next.id).toBeGreaterThan(id)
    expect(placedPart(await read('first', 'nl'))).toEqual(placedPart(next))
  })

  it.each([
    ['domain_not_found', () => order('berts', 'com')],
    ['domain_not_found', () => order('nobodys', 'com')],
    ['domain_name_invalid', () => order('a_b', 'com')],
    ['customer_not_found', () => order('example', 'com', anna, 'XX999999-NL')],
    ['customer_not_found', () => order('example', 'com', anna, bert.handle)],
    ['dmarc_order_not_found', () => read('example', 'com', bert)],
    ['dmarc_order_not_found', () => read('no name', 'com')],
  ])('is refused with %s', async (refusal, ask) => {
    await expect(ask()).rejects.toMatchObject({ refusal })
  })

  it('is listed by page, status and name', async () => {
    const list = async (query: object) => {
      const { results, total } = await platform.party.rpc.call(
        listDmarcOrders,
        query,
        platform.party.call(anna.resellerId),
      )
      return [results.map(({ domain, status }) => `${domain.name} ${status}`), total]
    }
    const all = ['example REQ', 'xn--bcher-kva REQ', 'raced REQ', 'first EXP', 'first REQ']
    expect(await list({})).toEqual([all, 5])
    expect(await list({ order_by: { id: 'desc' }, limit: 2 })).toEqual([['first REQ', 'first EXP'], 5])
    expect(await list({ limit: 2, offset: 4 })).toEqual([['first REQ'], 5])
    expect(await list({ offset: 50 })).toEqual([[], 5])
    expect(await list({ status: ['EXP', 'FAI'] })).toEqual([['first EXP'], 1])
    expect(await list({ domain: { name: 'BÜCHER' } })).toEqual([['xn--bcher-kva REQ'], 1])
    expect(await list({ domain: { extension: '.NL' } })).toEqual([['first EXP', 'first REQ'], 2])
  })
})

describe('dmarc-orders.delete', () => {
  const remove = (id: number, by = anna) =>
    platform.party.rpc.call(deleteDmarcOrder, { id }, platform.party.call(by.resellerId))

  it('ends the order and releases its credit, once for repeated requests', async () => {
    await platform.hold(anna, 'ended.com')
    const before = await platform.money(anna)
    const { id } = await order('ended', 'com')
    expect(await remove(id)).toEqual({ status: 'DEL' })
    expect(await remove(id)).toEqual({ status: 'DEL' })
    expect((await read('ended', 'com')).status).toBe('DEL')
    expect(await platform.money(anna)).toMatchObject({ available: before.available, reserved: before.reserved })
  })

  it('refuses an unknown order, and that of another account, with dmarc_order_unknown', async () => {
    const { id, status } = await read('example', 'com')
    await expect(remove(999_999)).rejects.toMatchObject({ refusal: 'dmarc_order_unknown' })
    await expect(remove(id, bert)).rejects.toMatchObject({ refusal: 'dmarc_order_unknown' })
    expect((await read('example', 'com')).status).toBe(status)
  })
})

describe('dmarc-orders.retry', () => {
  const retry = (id: number, by = anna) =>
    platform.party.rpc.call(retryDmarcOrder, { id }, platform.party.call(by.resellerId))
  /** Places an order that has failed, and was released. */
  const failed = async (name: string, by = anna) => {
    await platform.hold(by, `${name}.com`)
    const { id } = await order(name, 'com', by)
    await platform.processed(id)
    platform.clock.advance(30 * 86_400_000)
    await platform.becomes(by, { id }, 'FAI')
    return id
  }

  it('places a failed order again and reserves its price, once for concurrent requests', async () => {
    // An account without other orders: the clock moves by 30 days, and they would fail and be released meanwhile.
    const clara = await platform.account('clara')
    const id = await failed('tried', clara)
    const before = await platform.money(clara)
    const answers = await Promise.allSettled([retry(id, clara), retry(id, clara)])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await read('tried', 'com', clara)).toMatchObject({ id, status: 'REQ' })
    expect((await platform.money(clara)).reserved).toBe(before.reserved + 1200)
  })

  it('refuses a failed order of another account with dmarc_order_unknown', async () => {
    const id = await failed('foreign')
    await expect(retry(id, bert)).rejects.toMatchObject({ refusal: 'dmarc_order_unknown' })
    expect((await read('foreign', 'com')).status).toBe('FAI')
  })

  it('refuses an order that has not failed with dmarc_order_not_failed', async () => {
    await platform.hold(anna, 'running.com')
    const { id } = await order('running', 'com')
    await expect(retry(id)).rejects.toMatchObject({ refusal: 'dmarc_order_not_failed' })
  })

  it('refuses a failed order after a new one with dmarc_order_active', async () => {
    const id = await failed('renewed')
    await order('renewed', 'com')
    await expect(retry(id)).rejects.toMatchObject({ refusal: 'dmarc_order_active' })
  })
})
