import { listDmarcOrders } from '@nameyard/contracts/orders/list-dmarc-orders'
import { createDmarcOrder } from '@nameyard/contracts/orders/create-dmarc-order'
import { getDmarcOrder } from '@nameyard/contracts/orders/get-dmarc-order'
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
}, 60_000)
afterAll(() => platform?.close())

const order = (name: string, extension: string, by = anna, owner_handle = by.handle) =>
  platform.party.rpc.call(
    createDmarcOrder,
    { domain: { name, extension }, owner_handle },
    platform.party.call(by.resellerId),
  )
const read = (name: string, extension: string, by = anna) =>
  platform.party.rpc.call(getDmarcOrder, { domain: { name, extension } }, platform.party.call(by.resellerId))

describe('an order of e-mail DMARC', () => {
  it('is for a domain of the account, and names the record that proves control', async () => {
    const placed = await order('Example', 'COM')
    expect(placed).toMatchObject({
      domain: { name: 'example', extension: 'com' },
      status: 'REQ',
      record_type: 'CNAME',
      record_host: '_dmarc.example.com',
    })
    expect(await read('EXAMPLE', '.com')).toEqual(placed)
  })

  it('is the same in both spellings of an internationalized name', async () => {
    const placed = await order('bücher', 'de')
    expect(placed.domain).toEqual({ name: 'xn--bcher-kva', extension: 'de' })
    expect(await read('xn--bcher-kva', 'de')).toEqual(placed)
    expect(await read('BÜCHER', 'de')).toEqual(placed)
    await expect(order('XN--BCHER-KVA', 'de')).rejects.toMatchObject({ refusal: 'dmarc_order_active' })
  })

  it('is placed once when it is asked for many times at the same time', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => order('raced', 'com')))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ refusal: 'dmarc_order_active' })
    }
  })

  it('may be placed again when the last one has ended; the newest one is read', async () => {
    const { id } = await order('first', 'nl')
    await platform.sql.query(`update orders.dmarc_order set status = 'EXP' where id = $1`, [id])
    expect((await read('first', 'nl')).status).toBe('EXP')
    const next = await order('first', 'nl')
    expect(next.id).toBeGreaterThan(id)
    expect(await read('first', 'nl')).toEqual(next)
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

  it('is listed with the others of the account, by page, status and name', async () => {
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
