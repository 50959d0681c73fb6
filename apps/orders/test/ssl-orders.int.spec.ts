import 'reflect-metadata'
import { X509Certificate, createHash } from 'node:crypto'
import { X509Crl } from '@peculiar/x509'
import type { InputGiven } from '@nameyard/contracts/operation'
import { cancelSslOrder } from '@nameyard/contracts/orders/cancel-ssl-order'
import { createSslOrder } from '@nameyard/contracts/orders/create-ssl-order'
import { createSslOtpToken } from '@nameyard/contracts/orders/create-ssl-otp-token'
import { decodeCsr } from '@nameyard/contracts/orders/decode-csr'
import { deleteSslOtpToken } from '@nameyard/contracts/orders/delete-ssl-otp-token'
import { findOrdersOfCustomer } from '@nameyard/contracts/orders/find-orders-of-customer'
import { getSslOrder } from '@nameyard/contracts/orders/get-ssl-order'
import { getSslProduct } from '@nameyard/contracts/orders/get-ssl-product'
import { listRevokedCertificates } from '@nameyard/contracts/orders/list-revoked-certificates'
import { listSslOrders } from '@nameyard/contracts/orders/list-ssl-orders'
import { listSslOtpTokens } from '@nameyard/contracts/orders/list-ssl-otp-tokens'
import { listSslProducts } from '@nameyard/contracts/orders/list-ssl-products'
import { openSslLink } from '@nameyard/contracts/orders/open-ssl-link'
import { reissueSslOrder } from '@nameyard/contracts/orders/reissue-ssl-order'
import { startSslPlatform, type SslPlatform } from './ssl-platform'

/** Certificates: products, requests, orders, links to orders, and the list of revoked ones. */

const STRANGER = 999_999

let platform: SslPlatform
/** A draft, and the names and owner of its order. */
let draft: number
let handle: string
let csr: string

beforeAll(async () => {
  platform = await startSslPlatform('500.00')
  csr = await platform.requestFor('drafted.org')
  draft = await platform.place({ csr, start_provision: false, enable_dns_automation: false })
  handle = (await platform.read(draft)).organization_handle
})
afterAll(() => platform?.close())

const stranger = () => platform.party.call(STRANGER)

describe('ssl-products.list', () => {
  const list = (query: InputGiven<typeof listSslProducts> = {}) =>
    platform.party.rpc.call(listSslProducts, query, platform.call())

  it('returns the products in their sequence, without prices and descriptions', async () => {
    const { results, total } = await list()
    expect([results.map(({ id }) => id), total]).toEqual([[5, 6, 101], 3])
    for (const product of results)
      for (const part of ['prices', 'description', 'supported_software']) expect(product).not.toHaveProperty(part)
  })

  it('returns a page in the requested order', async () => {
    const { results, total } = await list({ order_by: { name: 'desc' }, limit: 1, offset: 1 })
    expect([results.map(({ id }) => id), total]).toEqual([[101], 3])
  })

  it('shows the prices of the account, descriptions and software on request', async () => {
    const { results } = await list({ with_price: true, with_description: true, with_supported_software: true })
    expect(results[0]).toMatchObject({
      id: 5,
      prices: [{ period: 1, price: { reseller: { currency: 'EUR', price: 9 } } }],
      description: expect.any(String),
      supported_software: [{ id: 'linux' }, { id: 'windows' }],
    })
  })
})

describe('ssl-products.get', () => {
  const get = (id: number) => platform.party.rpc.call(getSslProduct, { id }, platform.call())

  it('returns one product with its prices, its description and its software', async () => {
    expect(await get(101)).toMatchObject({
      id: 101,
      included_domains_count: 3,
      prices: [{ extra_wildcard_domain_price: { reseller: { price: 49 } } }],
      description: expect.any(String),
      supported_software: [{ id: 'linux' }, { id: 'windows' }],
    })
  })

  it('refuses an unknown product with ssl_product_not_found', async () => {
    await expect(get(4)).rejects.toMatchObject({ refusal: 'ssl_product_not_found', details: { product: 4 } })
  })
})

describe('csr.decode', () => {
  const decode = (given: string) => platform.party.rpc.call(decodeCsr, { csr: given }, platform.call())

  it('returns the subject, the names and the key of a request', async () => {
    expect(await decode(csr)).toMatchObject({
      subject: { common_name: 'drafted.org', country: 'NL', email: 'anna@example.com', organization: '' },
      domain_names_count: 1,
      public_key: { bits: 2048, key: expect.stringContaining('-----BEGIN PUBLIC KEY-----') },
      signature_hash_algorithm: 'sha2',
    })
  })

  it('refuses a request whose signature is wrong, and a text that is none, with csr_invalid', async () => {
    const lines = csr.trim().split('\n')
    const body = Buffer.from(lines.slice(1, -1).join(''), 'base64')
    body[body.length - 1]! ^= 1
    const forged = [lines[0], body.toString('base64'), lines.at(-1)].join('\n')
    await expect(decode(forged)).rejects.toMatchObject({ refusal: 'csr_invalid' })
    await expect(decode('x')).rejects.toMatchObject({ refusal: 'csr_invalid' })
  })
})

describe('ssl-orders.create and ssl-orders.get', () => {
  const create = (over: Partial<InputGiven<typeof createSslOrder>>) =>
    platform.party.rpc.call(
      createSslOrder,
      { product_id: 5, period: 1, csr, organization_handle: handle, ...over },
      platform.call(),
    )
  const get = (id: number, call = platform.call()) => platform.party.rpc.call(getSslOrder, { id }, call)

  it('stores a draft that is not sent to the CA, and returns it', async () => {
    const { id } = await create({ software_id: 'linux' })
    expect(await get(id)).toMatchObject({
      id,
      status: 'PAI',
      common_name: 'drafted.org',
      host_names: ['drafted.org'],
      organization_handle: handle,
      certificate: '',
    })
    expect(await platform.issuedFor(id)).toBe(0)
  })

  it.each([
    ['an unknown product with ssl_product_invalid', { product_id: 1 }, 'ssl_product_invalid'],
    ['a text that is no CSR with csr_invalid', { csr: 'x' }, 'csr_invalid'],
  ])('refuses %s, and stores nothing', async (_, over, refusal) => {
    const before = await platform.count('ssl_order')
    await expect(create(over)).rejects.toMatchObject({ refusal })
    expect(await platform.count('ssl_order')).toBe(before)
  })

  it('refuses to show the order of another account with ssl_order_not_found', async () => {
    await expect(get(draft, stranger())).rejects.toMatchObject({ refusal: 'ssl_order_not_found' })
  })
})

describe('ssl-orders.list', () => {
  const list = (query: InputGiven<typeof listSslOrders> = {}, call = platform.call()) =>
    platform.party.rpc.call(listSslOrders, query, call)
  const found = async (query: InputGiven<typeof listSslOrders>) => {
    const { results, total } = await list({ common_name_pattern: '*.listed.org', ...query })
    return [results.map(({ common_name }) => common_name), total]
  }

  beforeAll(async () => {
    for (const name of ['b.listed.org', 'a.listed.org']) {
      await platform.place({ csr: await platform.requestFor(name), start_provision: false })
      platform.advance(1_000)
    }
  })

  it('returns the newest order first, or in the requested order, a page at a time', async () => {
    expect(await found({})).toEqual([['a.listed.org', 'b.listed.org'], 2])
    expect(await found({ order_by: { common_name: 'desc' }, limit: 1 })).toEqual([['b.listed.org'], 2])
    expect(await found({ offset: 50 })).toEqual([[], 2])
  })

  it('finds orders by name, status, customer and end', async () => {
    expect(await found({ common_name_pattern: 'A.LISTED.*' })).toEqual([['a.listed.org'], 1])
    expect(await found({ status: ['ACT', 'REJ'] })).toEqual([[], 0])
    expect(await found({ contact_handle: handle })).toMatchObject([{ length: 2 }, 2])
    expect(await found({ contact_handle: 'XX999999-NL' })).toEqual([[], 0])
    expect(await found({ show_expiring: true })).toEqual([[], 0])
  })

  it('returns no order of another account', async () => {
    expect(await list({}, stranger())).toEqual({ results: [], total: 0 })
  })
})

describe('ssl-orders.create-otp-token and ssl-links.open', () => {
  const create = (id: number, call = platform.call()) => platform.party.rpc.call(createSslOtpToken, { id }, call)
  const open = (token: string) => platform.party.rpc.call(openSslLink, { token }, platform.party.call())
  const unknown = { refusal: 'ssl_order_not_found' }

  it('make a link that shows the order, of which only a hash is stored', async () => {
    const { uri, token, expire_at } = await create(draft)
    expect(token).toHaveLength(32)
    expect(new URL(uri).pathname).toBe(`/certificate/${token}`)
    expect(Date.parse(`${expire_at.replace(' ', 'T')}Z`)).toBeGreaterThan(platform.clock.epochMs())
    expect(await open(token)).toEqual(await platform.read(draft))
    const { rows } = await platform.sql.query('select l::text as row from orders.ssl_link l')
    expect(rows.length).toBeGreaterThan(0)
    for (const { row } of rows) expect(row).not.toContain(token)
  })

  it('refuse the order of another account, an unknown token and an expired one with ssl_order_not_found', async () => {
    await expect(create(draft, await platform.otherAccount())).rejects.toMatchObject(unknown)
    await expect(open('A'.repeat(32))).rejects.toMatchObject(unknown)
    const { token } = await create(draft)
    platform.advance(61 * 60_000)
    await expect(open(token)).rejects.toMatchObject(unknown)
  })
})

describe('ssl-orders.list-otp-tokens and ssl-orders.delete-otp-token', () => {
  const rpc = () => platform.party.rpc
  const create = (id: number) => rpc().call(createSslOtpToken, { id }, platform.call())
  const open = (token: string) => rpc().call(openSslLink, { token }, platform.party.call())
  const list = (id: number, call = platform.call()) => rpc().call(listSslOtpTokens, { id }, call)
  const remove = (id: number, link_id: string, call = platform.call()) =>
    rpc().call(deleteSslOtpToken, { id, link_id }, call)
  const unknown = { refusal: 'ssl_order_not_found' }
  const idOf = (token: string) => createHash('sha256').update(token).digest('hex').slice(0, 12)

  it('list the links of an order that work, and end one', async () => {
    const [{ token: first }, { token: second }] = [await create(draft), await create(draft)]
    const { results, total } = await list(draft)
    expect(total).toBe(results.length)
    expect(results.map(({ id }) => id)).toEqual(expect.arrayContaining([idOf(first), idOf(second)]))
    expect(results[0]).toMatchObject({ username: 'tester', created_at: expect.any(String) })
    expect(JSON.stringify(results)).not.toContain(first)
    await expect(remove(draft, idOf(first))).resolves.toEqual({ success: true })
    await expect(open(first)).rejects.toMatchObject(unknown)
    await expect(open(second)).resolves.toMatchObject({ id: draft })
    expect((await list(draft)).results.map(({ id }) => id)).not.toContain(idOf(first))
  })

  it('show and end nothing of another account, and no unknown link', async () => {
    const { token } = await create(draft)
    const other = await platform.otherAccount()
    await expect(list(draft, other)).rejects.toMatchObject(unknown)
    await expect(list(999_999)).rejects.toMatchObject(unknown)
    for (const removal of [remove(draft, idOf(token), other), remove(draft, '0'.repeat(12))])
      await expect(removal).rejects.toMatchObject({ refusal: 'ssl_link_not_found' })
    await expect(open(token)).resolves.toMatchObject({ id: draft })
  })

  it('leave out a link whose maker may not make links any more; it does not work again', async () => {
    const { token } = await create(draft)
    await platform.sql.query(`update customers.contact set role = 'readonly' where username = 'ssl'`)
    await expect(create(draft)).rejects.toMatchObject({ refusal: 'access_denied' })
    expect(await list(draft)).toEqual({ results: [], total: 0 })
    await expect(open(token)).rejects.toMatchObject(unknown)
    await platform.sql.query(`update customers.contact set role = 'admin' where username = 'ssl'`)
    await expect(open(token)).rejects.toMatchObject(unknown)
  })

  it('keep links from before their maker was stored', async () => {
    const { token } = await create(draft)
    await platform.sql.query('update orders.ssl_link set contact_id = null, maker_stamp = null, username = null')
    await expect(open(token)).resolves.toMatchObject({ id: draft })
    expect((await list(draft)).results).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: idOf(token), username: '' })]),
    )
  })
})

describe('ssl-orders.reissue', () => {
  const reissue = (id: number, over: object = {}, call = platform.call()) =>
    platform.party.rpc.call(reissueSslOrder, { id, csr, enable_dns_automation: true, ...over }, call)

  it('issues a certificate for the new key, without a charge and with the same end', async () => {
    const id = await platform.place()
    const first = await platform.becomes(id, 'ACT')
    const renewed = await platform.requestFor('hosted.org')
    expect(await reissue(id, { csr: renewed })).toEqual({ id })
    await platform.becomes(id, 'ACT')
    expect(await platform.issuedFor(id)).toBe(2)
    expect(await platform.capturesOf(id)).toBe(1)
    const second = await platform.read(id)
    expect(second.certificate).not.toBe(first.certificate)
    expect(second.order_ends_at).toBe(first.order_ends_at)
  })

  it('refuses a draft with ssl_reissue_unfinished', async () => {
    await expect(reissue(draft)).rejects.toMatchObject({ refusal: 'ssl_reissue_unfinished' })
  })

  it('refuses the order of another account with ssl_order_not_found', async () => {
    await expect(reissue(draft, {}, stranger())).rejects.toMatchObject({ refusal: 'ssl_order_not_found' })
  })

  it('refuses a text that is no CSR with csr_invalid', async () => {
    await expect(reissue(draft, { csr: 'x' })).rejects.toMatchObject({ refusal: 'csr_invalid' })
  })
})

describe('certificates.list-revoked', () => {
  const serials = async () => {
    const { list } = await platform.party.rpc.call(listRevokedCertificates, {}, platform.party.call())
    return new X509Crl(Buffer.from(list, 'base64')).entries.map(({ serialNumber }) => serialNumber.toUpperCase())
  }

  it('contains a certificate from its cancellation on, and no other one', async () => {
    const ids = [await platform.place(), await platform.place()]
    for (const id of ids) await platform.becomes(id, 'ACT')
    const [cancelled, kept] = await Promise.all(
      ids.map(async (id) => new X509Certificate((await platform.read(id)).certificate).serialNumber),
    )
    expect(await serials()).not.toContain(cancelled)
    await platform.party.rpc.call(cancelSslOrder, { id: ids[0]! }, platform.call())
    await platform.becomes(ids[0]!, 'FAI')
    expect(await serials()).toContain(cancelled)
    expect(await serials()).not.toContain(kept)
  })
})

describe('orders.of-customer', () => {
  const isUsed = async (resellerId = platform.resellerId, of = handle) =>
    (await platform.party.rpc.call(findOrdersOfCustomer, { resellerId, handle: of }, platform.party.call())).isUsed

  it('finds the customer of an open order, in its account only', async () => {
    expect(await isUsed()).toBe(true)
    expect(await isUsed(STRANGER)).toBe(false)
    expect(await isUsed(platform.resellerId, 'XX999999-NL')).toBe(false)
  })

  it('does not find the customer of orders that have ended', async () => {
    await platform.sql.query(
      `update orders.ssl_order set organization_handle = 'ENDED-1', status = 'FAI' where id = $1`,
      [draft],
    )
    expect(await isUsed(platform.resellerId, 'ENDED-1')).toBe(false)
    await platform.sql.query(`update orders.ssl_order set status = 'PAI' where id = $1`, [draft])
    expect(await isUsed(platform.resellerId, 'ENDED-1')).toBe(true)
  })
})
