import { createHash } from 'node:crypto'
import { createDmarcLink } from '@nameyard/contracts/orders/create-dmarc-link'
import { deleteDmarcLink } from '@nameyard/contracts/orders/delete-dmarc-link'
import { listDmarcLinks } from '@nameyard/contracts/orders/list-dmarc-links'
import { openDmarcLink } from '@nameyard/contracts/orders/open-dmarc-link'
import { everyRight } from '@nameyard/contracts/rights'
import { startDmarcPlatform, type Account, type DmarcPlatform } from './dmarc-platform'

/** Links with which a person without an account sees one order of e-mail DMARC. */

let platform: DmarcPlatform
let anna: Account
let id: number

beforeAll(async () => {
  platform = await startDmarcPlatform()
  anna = await platform.account('anna')
  await platform.hold(anna, 'shown.com')
  id = (await platform.order(anna, 'shown.com')).id
})
afterAll(() => platform?.close())

const link = (over: object = {}, { resellerId, contactId } = anna) => {
  const actor = { resellerId, contactId, username: 'tester', role: 'admin' as const, scope: everyRight }
  return platform.party.rpc.call(createDmarcLink, { id, ...over }, platform.party.call(resellerId, { actor }))
}
const tokenIn = ({ url }: { url: string }) => url.slice(url.lastIndexOf('/') + 1)
const open = (token: string) => platform.party.rpc.call(openDmarcLink, { token }, platform.party.call())

describe('dmarc-orders.sso', () => {
  it('returns a new link for each request, and stores no token', async () => {
    const [first, second] = [await link(), await link()]
    expect(first.url).toMatch(/^https:\/\/[^/]+\/dmarc\/[\w-]{43}$/)
    expect(second.url).not.toBe(first.url)
    const { rows } = await platform.sql.query('select l::text as row from orders.dmarc_link l')
    expect(rows.length).toBeGreaterThanOrEqual(2)
    for (const { row } of rows) {
      expect(row).not.toContain(tokenIn(first))
      expect(row).not.toContain(Buffer.from(tokenIn(first), 'base64url').toString('hex'))
    }
  })

  it('refuses an unknown order, and that of another account, with dmarc_order_unknown', async () => {
    const bert = await platform.account('bert')
    await expect(link({ id: 999_999 })).rejects.toMatchObject({ refusal: 'dmarc_order_unknown' })
    await expect(link({}, bert)).rejects.toMatchObject({ refusal: 'dmarc_order_unknown' })
  })
})

describe('dmarc-links.open', () => {
  const unknown = { refusal: 'dmarc_order_not_found' }

  it.each(['customer', 'reseller'])('returns the order for the audience %s', async (type) => {
    const order = await platform.read(anna, 'shown.com')
    expect(await open(tokenIn(await link({ type })))).toEqual({ audience: type, name: 'shown.com', order })
  })

  it('refuses an unknown token with dmarc_order_not_found', async () => {
    await expect(open('A'.repeat(43))).rejects.toMatchObject(unknown)
  })

  it('ends a link whose maker may not make links any more, for good', async () => {
    const token = tokenIn(await link())
    const setRole = (role: string) =>
      platform.sql.query('update customers.contact set role = $1 where id = $2', [role, anna.contactId])
    await setRole('readonly')
    await expect(link()).rejects.toMatchObject({ refusal: 'access_denied' })
    await expect(open(token)).rejects.toMatchObject(unknown)
    await setRole('admin')
    await expect(open(token)).rejects.toMatchObject(unknown)
  })

  it('refuses a link from the end of its time on', async () => {
    const token = tokenIn(await link())
    platform.clock.advance(59 * 60_000)
    await expect(open(token)).resolves.toMatchObject({ name: 'shown.com' })
    platform.clock.advance(60_000)
    await expect(open(token)).rejects.toMatchObject(unknown)
  })
})

describe('dmarc-orders.list-links and dmarc-orders.delete-link', () => {
  const call = ({ resellerId } = anna) => platform.party.call(resellerId)
  const list = (by = anna, order = id) => platform.party.rpc.call(listDmarcLinks, { id: order }, call(by))
  const remove = (link_id: string, by = anna) => platform.party.rpc.call(deleteDmarcLink, { id, link_id }, call(by))
  const idOf = (token: string) => createHash('sha256').update(token).digest('hex').slice(0, 12)
  const idsOf = async () => (await list()).results.map((each) => each.id)

  it('list the links of an order that work, and end one', async () => {
    const [first, second] = [tokenIn(await link()), tokenIn(await link({ type: 'reseller' }))]
    const { results, total } = await list()
    expect(total).toBe(results.length)
    expect(results.map((each) => each.id)).toEqual(expect.arrayContaining([idOf(first), idOf(second)]))
    const { type, username } = results.find((each) => each.id === idOf(second))!
    expect({ type, username }).toEqual({ type: 'reseller', username: 'tester' })
    expect(JSON.stringify(results)).not.toContain(first)
    await expect(remove(idOf(first))).resolves.toEqual({ success: true })
    await expect(open(first)).rejects.toMatchObject({ refusal: 'dmarc_order_not_found' })
    await expect(open(second)).resolves.toMatchObject({ name: 'shown.com' })
    expect(await idsOf()).not.toContain(idOf(first))
  })

  it('show and end nothing of another account, and no unknown link', async () => {
    const token = tokenIn(await link())
    const carl = await platform.account('carl')
    await expect(list(carl)).rejects.toMatchObject({ refusal: 'dmarc_order_unknown' })
    await expect(list(anna, 999_999)).rejects.toMatchObject({ refusal: 'dmarc_order_unknown' })
    for (const removal of [remove(idOf(token), carl), remove('0'.repeat(12))])
      await expect(removal).rejects.toMatchObject({ refusal: 'dmarc_link_not_found' })
    await expect(open(token)).resolves.toMatchObject({ name: 'shown.com' })
  })

  it('leave out a link whose maker may not make links any more', async () => {
    const token = tokenIn(await link())
    const setRole = (role: string) =>
      platform.sql.query('update customers.contact set role = $1 where id = $2', [role, anna.contactId])
    await setRole('readonly')
    expect(await idsOf()).not.toContain(idOf(token))
    await setRole('admin')
    expect(await idsOf()).toContain(idOf(token))
  })
})
