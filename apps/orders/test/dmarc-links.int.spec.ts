import { createDmarcLink } from '@nameyard/contracts/orders/create-dmarc-link'
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
}, 60_000)
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
