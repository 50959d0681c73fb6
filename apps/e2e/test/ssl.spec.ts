import { certificateRequest } from '../src/certificate-request'
import { person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** Certificates over HTTP: products and orders. */

let platform: InProcess
let account: Ask
let other: Ask
let organization_handle: string

beforeAll(async () => {
  platform = await startInProcess()
  ;[account, other] = [await platform.open('ssl-buyer'), await platform.open('ssl-other')]
  organization_handle = (await done('POST', '/v1/customers', person)).handle as string
})
afterAll(() => platform?.close())

const done = async (method: string, path: string, body?: object) => {
  const { status, json, text } = await account(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}
const refused = async (method: string, path: string, body?: object) => {
  const { status, json } = await account(method, path, { body })
  return [status, json.code, json.desc]
}
const draft = async (commonName: string, over: object = {}) => {
  const csr = await certificateRequest(commonName)
  return { product_id: 5, period: 1, csr, organization_handle, software_id: 'linux', ...over }
}
const balance = async () => {
  const { balance: free, reserved_balance: reserved } = await done('GET', '/v1/resellers')
  return [free, reserved]
}

describe('certificate products', () => {
  it('are listed with the requested order and details', async () => {
    const { results, total } = await done('GET', '/v1/ssl/products?order_by.name=desc&limit=2')
    expect([total, results.map(({ id }: { id: number }) => id)]).toEqual([3, [6, 101]])
    expect(results[0]).toMatchObject({ validation_method: 'domain', included_domains_count: -1, max_period: 1 })
    expect(results[0]).not.toHaveProperty('prices')
    const detailed = await done('GET', '/v1/ssl/products?with_price=1&with_supported_software=1&with_description=true')
    expect(detailed.results[0]).toMatchObject({
      id: 5,
      description: expect.any(String),
      prices: [{ period: 1, price: { reseller: { currency: 'EUR', price: 9 } } }],
      supported_software: [{ id: 'linux' }, { id: 'windows' }],
    })
  })

  it('are returned by number', async () => {
    const { prices } = await done('GET', '/v1/ssl/products/101')
    expect(prices[0].extra_wildcard_domain_price.reseller.price).toBe(49)
    expect(await refused('GET', '/v1/ssl/products/4')).toEqual([404, 98, 'There is no certificate product 4.'])
  })
})

describe('a certificate order', () => {
  it('is a draft with a reserved price until it starts', async () => {
    const before = await balance()
    const { id } = await done('POST', '/v1/ssl/orders', await draft('Draft.Example.org', { domain_amount: 7 }))
    expect(await done('GET', `/v1/ssl/orders/${id}`)).toMatchObject({
      id,
      status: 'PAI',
      common_name: 'draft.example.org',
      host_names: ['draft.example.org'],
      domain_validation_methods: [{ host_name: 'draft.example.org', method: 'dns' }],
      certificate: '',
      additional_data: [],
      active_date: '0000-00-00 00:00:00',
    })
    expect(await balance()).toEqual([before[0] - 9, before[1] + 9])
  })

  it('is charged for names beyond the included ones', async () => {
    const before = await balance()
    const host_names = ['*.many.org', 'b.many.org', 'c.many.org', 'd.many.org']
    const { id } = await done('POST', '/v1/ssl/orders', await draft('many.org', { product_id: 101, host_names }))
    expect((await balance())[0]).toBe(before[0] - 29 - 2 * 7 - 49)
    expect((await done('GET', `/v1/ssl/orders/${id}`)).host_names).toEqual(['many.org', ...host_names])
  })

  it('is placed and charged once for an Idempotency-Key', async () => {
    const body = await draft('once.example.org')
    const before = await balance()
    const headers = { 'Idempotency-Key': 'certificate once' }
    const answers = [
      await account('POST', '/v1/ssl/orders', { body, headers }),
      await account('POST', '/v1/ssl/orders', { body, headers }),
    ]
    expect(new Set(answers.map(({ json }) => json.data.id)).size).toBe(1)
    expect((await balance())[0]).toBe(before[0] - 9)
  })

  it.each([
    ['a product that is not sold', { product_id: 1 }, [400, 1020]],
    ['a period above one year', { period: 2 }, [400, 1021]],
    ['an invalid CSR', { csr: 'x' }, [400, 1030]],
    ['an unknown customer', { organization_handle: 'XX999999-NL' }, [400, 1041]],
    ['sha1', { signature_hash_algorithm: 'sha1' }, [422, 1048]],
    ['more names than the product includes', { host_names: ['other.org'] }, [422, 1024]],
    ['an approver address of another domain', { approver_email: 'me@example.com' }, [400, 1046]],
    ['a method for another name', { domain_validation_methods: [{ host_name: 'b.org', method: 'dns' }] }, [422, 1029]],
    [
      'e-mail validation without an approver address',
      { domain_validation_methods: [{ host_name: 'a.example.org', method: 'email' }] },
      [400, 1045],
    ],
    ['unknown software', { software_id: 'amiga' }, [400, 1022]],
    ['no product', { product_id: null }, [400, 1020]],
    ['no period', { period: null }, [400, 1021]],
    ['a missing CSR', { csr: null }, [400, 1030]],
    ['an empty customer handle', { organization_handle: '' }, [400, 1040]],
    ['an unsupported signature algorithm', { signature_hash_algorithm: 'md5' }, [422, 1048]],
  ])('is refused without a charge for %s', async (_, over, expected) => {
    const before = await balance()
    expect((await refused('POST', '/v1/ssl/orders', await draft('a.example.org', over))).slice(0, 2)).toEqual(expected)
    expect(await balance()).toEqual(before)
  })

  it.each([
    ['a wildcard name with a product for single names', '*.example.org', 5, 1031],
    ['a single name with a wildcard product', 'www.example.org', 6, 1031],
    ['an IP address', '192.0.2.1', 5, 1031],
    ['a single label', 'localhost', 5, 1031],
  ])('is refused for %s', async (_, commonName, product_id, code) => {
    expect((await refused('POST', '/v1/ssl/orders', await draft(commonName, { product_id })))[1]).toBe(code)
  })

  it('is refused for a weak key, and for a CSR signed by another key', async () => {
    const weak = {
      name: 'RSASSA-PKCS1-v1_5',
      modulusLength: 1024,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: 'SHA-256',
    }
    const csr = await certificateRequest('weak.example.org', [], weak)
    expect((await refused('POST', '/v1/ssl/orders', await draft('x.org', { csr })))[1]).toBe(1030)
    const good = await certificateRequest('forged.example.org')
    const lines = good.trim().split('\n')
    const forged = Buffer.from(lines.slice(1, -1).join(''), 'base64')
    forged[forged.length - 1]! ^= 1
    const body = [lines[0], forged.toString('base64'), lines.at(-1)].join('\n')
    expect((await refused('POST', '/v1/ssl/orders', await draft('x.org', { csr: body })))[1]).toBe(1030)
  })

  it('is refused when the credit is too low', async () => {
    const poor = await platform.open('ssl-poor', '8.99')
    const handle = (await poor('POST', '/v1/customers', { body: person })).json.data.handle as string
    const body = await draft('poor.org', { organization_handle: handle })
    expect((await poor('POST', '/v1/ssl/orders', { body })).json.code).toBe(310)
  })
})

describe('the list of certificate orders', () => {
  it('is sorted newest first and filtered by name, status and customer', async () => {
    const names = async (query: string) => {
      const { results, total } = await done('GET', `/v1/ssl/orders${query}`)
      return [results.map((order: { common_name: string }) => order.common_name), total]
    }
    expect(await names('')).toEqual([['once.example.org', 'many.org', 'draft.example.org'], 3])
    expect(await names('?order_by.common_name=asc&limit=1&offset=1')).toEqual([['many.org'], 3])
    expect(await names('?order_by.product_name=desc&limit=1')).toEqual([['many.org'], 3])
    expect(await names('?common_name_pattern=*.EXAMPLE.org')).toEqual([['once.example.org', 'draft.example.org'], 2])
    expect(await names('?status=ACT&status=REJ')).toEqual([[], 0])
    expect(await names(`?contact_handle=${organization_handle}&status=PAI&limit=1`)).toEqual([['once.example.org'], 3])
    expect(await names('?contact_handle=XX999999-NL')).toEqual([[], 0])
    expect(await names('?show_expiring=1')).toEqual([[], 0])
    expect(await names('?offset=50')).toEqual([[], 3])
  })

  it('contains only orders of the own account', async () => {
    const [{ id }] = (await done('GET', '/v1/ssl/orders')).results
    expect((await other('GET', `/v1/ssl/orders/${id}`)).json).toMatchObject({ code: 98 })
    expect((await other('GET', '/v1/ssl/orders')).json.data).toEqual({ results: [], total: 0 })
  })
})

it('refuses to delete a customer of an order, and counts orders by status', async () => {
  const before = (await done('GET', '/v1/resellers?with_statistics=1')).statistics.ssl
  const handle = (await done('POST', '/v1/customers', person)).handle as string
  const { id } = await done('POST', '/v1/ssl/orders', await draft('kept.org', { organization_handle: handle }))
  const said = `Customer ${handle} is used by an order of a certificate or of e-mail DMARC.`
  expect(await refused('DELETE', `/v1/customers/${handle}`)).toEqual([422, 187, said])
  await done('POST', `/v1/ssl/orders/${id}/cancel`)
  expect((await refused('DELETE', `/v1/customers/${handle}`))[2]).not.toBe(said)
  const { total, by_status } = (await done('GET', '/v1/resellers?with_statistics=1')).statistics.ssl
  expect([total, by_status.FAI]).toEqual([before.total + 1, before.by_status.FAI + 1])
})

it('repeats the first reply for an equal order without a key, until the order is changed', async () => {
  const body = await draft('twice.example.org')
  const before = await balance()
  const send = async () => {
    const { status, json } = await account('POST', '/v1/ssl/orders', { body })
    return { status, id: json.data.id, warnings: json.warnings!.map((each) => (each as { code: number }).code) }
  }
  const first = await send()
  expect(first).toMatchObject({ status: 200, warnings: [] })
  expect(await send()).toEqual({ ...first, warnings: [251] })
  expect((await balance())[0]).toBe(before[0] - 9)
  await done('PUT', `/v1/ssl/orders/${first.id}`, { autorenew: 'on' })
  const second = await send()
  expect(second).toMatchObject({ status: 200, warnings: [] })
  expect(second.id).not.toBe(first.id)
  for (const id of [first.id, second.id]) await done('POST', `/v1/ssl/orders/${id}/cancel`, {})
  expect(await balance()).toEqual(before)
})
