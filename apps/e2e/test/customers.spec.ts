import { snapshotCustomers } from '@nameyard/contracts/customers/snapshot-customers'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

let platform: InProcess
let ask: Ask

beforeAll(async () => {
  platform = await startInProcess()
  ask = await platform.open('boss')
})
afterAll(() => platform?.close())

const answered = async (method: string, path: string, body?: object) => {
  const { status, json } = await ask(method, path, { body })
  return [status, json.code]
}
/** Returns a customer of the account. */
const made = async (change: object = {}, own = ask): Promise<string> => {
  const { status, text, json } = await own('POST', '/v1/customers', { body: { ...person, ...change } })
  if (status !== 200) throw new Error(text)
  return json.data.handle
}

describe('customers over HTTP', () => {
  it('are created, read, partly updated, listed and deleted', async () => {
    const handle = await made({ company_name: null, unknown: 1 })
    const change = { handle, address: { number: 7 }, phone: { area_code: '020' }, fax: null, name: person.name }
    expect(await ask('PUT', `/v1beta/customers/${handle}/`, { body: change })).toMatchObject({
      status: 200,
      json: { code: 0, data: { success: true }, warnings: [] },
    })
    const read = await ask('GET', `/v1/customers/${handle}`)
    expect(read.json.data).toMatchObject({
      ...person,
      address: { ...person.address, number: '7' },
      phone: { ...person.phone, area_code: '020' },
      email_verification_status: null,
      is_deleted: false,
      deleted_at: '0000-00-00 00:00:00',
    })
    const listed = await ask('GET', `/v1/customers?handle_pattern=${handle}&order=DESC&order_by=id&type=individual`)
    expect(listed.json.data).toEqual({ results: [read.json.data], total: 1 })
    expect((await ask('DELETE', `/v1/customers/${handle}`)).json.data).toEqual({ success: true })
    const deleted = await ask('GET', `/v1/customers/${handle}`)
    expect(deleted).toMatchObject({
      status: 404,
      json: { code: 193, desc: `Customer ${handle} is not in your account.` },
    })
    expect(await answered('PUT', `/v1/customers/${handle}`, { comments: 'x' })).toEqual([404, 193])
    expect(await answered('DELETE', `/v1/customers/${handle}`)).toEqual([404, 193])
  })

  it('include the data for registries on request', async () => {
    const additional_data = { birth_date: '1980-01-31', birth_city: 'Łódź' }
    const extension_additional_data = [{ name: 'eu', data: { country_of_citizenship: 'NL' } }]
    const tags = [{ key: 'customer', value: 'vip' }]
    const handle = await made({ additional_data, extension_additional_data, tags })
    const whole = (await ask('GET', `/v1/customers/${handle}?with_additional_data=1`)).json.data
    expect(whole).toMatchObject({ additional_data, extension_additional_data, tags })
    const { data } = (await ask('GET', `/v1/customers/${handle}`)).json
    expect(data).not.toHaveProperty('additional_data')
    expect(data).not.toHaveProperty('extension_additional_data')
  })

  it('cannot be deleted while a domain uses them in any role', async () => {
    const [owner, admin] = [await made(), await made()]
    const body = { ...order('keeps-its-owner.com', owner), admin_handle: admin }
    const ordered = await ask('POST', '/v1/domains', { body })
    expect(ordered).toMatchObject({ status: 200 })
    for (const handle of [owner, admin]) {
      const kept = await ask('DELETE', `/v1/customers/${handle}`)
      expect(kept).toMatchObject({
        status: 422,
        json: { code: 187, desc: `Customer ${handle} is used by domains.` },
      })
    }
    expect(await answered('GET', `/v1/customers/${owner}`)).toEqual([200, 0])
  })

  it('cannot be deleted while an order with a copy may be in progress', async () => {
    const handle = await made()
    const { results } = (await ask('GET', '/v1/contacts')).json.data
    const { rpc, call } = platform.operator
    await rpc.call(snapshotCustomers, { resellerId: results[0].reseller_id, handles: [handle] }, call())
    expect(await ask('DELETE', `/v1/customers/${handle}`)).toMatchObject({
      status: 422,
      json: { code: 187, desc: `Customer ${handle} is used by an order in progress.` },
    })
  })

  it('cannot be deleted while a certificate or DMARC order uses them', async () => {
    const [owner, reported] = [await made(), await made()]
    const ordered = order('reports-its-mail.com', owner)
    expect(await answered('POST', '/v1/domains', ordered)).toEqual([200, 0])
    const reports = { domain: ordered.domain, owner_handle: reported }
    expect(await answered('POST', '/v1/easydmarcs', reports)).toEqual([200, 0])
    expect(await ask('DELETE', `/v1/customers/${reported}`)).toMatchObject({
      status: 422,
      json: { code: 187, desc: `Customer ${reported} is used by an order of a certificate or of e-mail DMARC.` },
    })
  })

  it('keep their names, with a warning', async () => {
    const handle = await made()
    const { json } = await ask('PUT', `/v1/customers/${handle}`, { body: { name: { first_name: 'Eva' } } })
    expect(json).toMatchObject({ code: 0, warnings: [{ code: 103 }] })
  })

  const { address, phone, name } = person
  const wrongDetails: readonly (readonly [object, number])[] = [
    [{ address: { ...address, street: '' } }, 110],
    [{ address: { ...address, street: 'a\nb' } }, 111],
    [{ address: { ...address, number: 'x'.repeat(65) } }, 113],
    [{ address: { ...address, suffix: 'x'.repeat(65) } }, 114],
    [{ address: { ...address, zipcode: 'x'.repeat(17) } }, 116],
    [{ address: { ...address, city: '' } }, 117],
    [{ address: { ...address, city: 'x'.repeat(256) } }, 118],
    [{ address: { ...address, state: 'x'.repeat(256) } }, 119],
    [{ address: { ...address, country: '' } }, 120],
    [{ address: { ...address, country: 'XX' } }, 121],
    [{ phone: { ...phone, country_code: '' } }, 130],
    [{ phone: { ...phone, country_code: '+999' } }, 131],
    [{ phone: { ...phone, area_code: 'x' } }, 133],
    [{ phone: { ...phone, subscriber_number: '' } }, 134],
    [{ phone: { ...phone, subscriber_number: 'x' } }, 135],
    [{ phone: { ...phone, subscriber_number: '1' } }, 136],
    [{ fax: { country_code: 'x', subscriber_number: '1' } }, 141],
    [{ fax: { ...phone, area_code: 'x' } }, 142],
    [{ fax: { ...phone, subscriber_number: 'x' } }, 143],
    [{ fax: { ...phone, subscriber_number: '1' } }, 144],
    [{ email: '' }, 145],
    [{ email: 'x' }, 146],
    [{ additional_data: { birth_date: 'x' } }, 151],
    [{ vat: 'x'.repeat(65) }, 162],
    [{ additional_data: { company_registration_subscription_date: 'x' } }, 165],
    [{ locale: 'x'.repeat(36) }, 806],
    [{ tags: [{ key: 'domain', value: 'x' }] }, 806],
    [{ tags: [{ key: 'customer', value: 'x'.repeat(256) }] }, 806],
  ]
  it.each<readonly [object, number]>([
    [{ name: { ...name, initials: '\n' } }, 101],
    [{ name: { ...name, first_name: '' } }, 102],
    [{ name: { ...name, first_name: 'x'.repeat(300) } }, 103],
    [{ name: { ...name, prefix: 'x'.repeat(300) } }, 104],
    [{ name: { ...name, last_name: ' ' } }, 105],
    [{ name: { ...name, last_name: '\t' + name.last_name } }, 106],
    [{ company_name: 'x'.repeat(256) }, 161],
    [{ email: undefined }, 145],
    ...wrongDetails,
  ])('are not created with %j: %i', async (change, code) =>
    expect(await answered('POST', '/v1/customers', { ...person, ...change })).toEqual([400, code]),
  )

  describe('that exist', () => {
    let handle: string
    beforeAll(async () => void (handle = await made()))
    it.each(wrongDetails)('are not updated with %j: %i', async (change, code) =>
      expect(await answered('PUT', `/v1/customers/${handle}`, change)).toEqual([400, code]),
    )
  })
})

describe('the list of customers', () => {
  let own: Ask
  let handles: readonly string[]
  /** Returns the found customers by their order of creation. */
  const found = async (query: string) => {
    const { results } = (await own('GET', encodeURI(`/v1/customers?${query}`))).json.data
    return results.map(({ handle }: { handle: string }) => handles.indexOf(handle))
  }

  beforeAll(async () => {
    own = await platform.open('lister')
    const people = [
      { name: { first_name: 'Anna', last_name: 'Zeeman' }, email: 'anna@example.org', comments: 'from list 7' },
      { name: { first_name: 'Łukasz', prefix: 'van', initials: 'B.', last_name: 'Adams' }, company_name: 'Works 100%' },
      { name: { first_name: 'Bert', initials: 'A.', last_name: 'Anders' }, company_name: 'Beta_Works' },
    ]
    const made: string[] = []
    for (const each of people) {
      const { json } = await own('POST', '/v1/customers', { body: { ...person, ...each } })
      made.push(json.data.handle)
    }
    handles = made
  })

  it.each([
    ['', [0, 1, 2]],
    ['type=company', [1, 2]],
    ['type=individual', [0]],
    ['email_pattern=*.ORG', [0]],
    ['first_name_pattern=łuk*', [1]],
    ['last_name_pattern=a*s', [1, 2]],
    ['company_name_pattern=*100%', [1]],
    ['company_name_pattern=beta_works', [2]],
    ['company_name_pattern=beta%', []],
    ['comment_pattern=*list*', [0]],
    ['pattern=an*', [0, 2]],
    ['pattern=*works*', [1, 2]],
    ['pattern=an*&type=company', [2]],
    ['pattern=*works*&last_name_pattern=ad*', [1]],
    ['order=DESC', [2, 1, 0]],
    ['order_by=last_name', [1, 2, 0]],
    ['order_by=companyName&order=desc', [1, 2, 0]],
    ['order_by=fullName', [0, 2, 1]],
    ['order_by=prefix&order=desc', [1, 2, 0]],
    ['order_by=initials', [0, 2, 1]],
    ['limit=1&offset=1', [1]],
    ['offset=3', []],
    ['cursor=start', [0, 1, 2]],
    ['cursor=start&order=desc&type=company', [2, 1]],
  ])('is filtered and sorted by %s', async (query, expected) => expect(await found(query)).toEqual(expected))

  it('is filtered by handle and by account', async () => {
    expect(await found(`handle_pattern=${handles[1]}`)).toEqual([1])
    expect(await found(`handle_pattern=${handles[1]!.slice(0, 4).toLowerCase()}*&limit=3`)).toContain(1)
    const { results } = (await own('GET', '/v1/contacts')).json.data
    expect(await found(`reseller_id=${results[0].reseller_id}`)).toEqual([0, 1, 2])
  })

  it('is read whole with a cursor, although a customer is deleted meanwhile', async () => {
    const page = async (cursor: string) => (await own('GET', `/v1/customers?limit=1&cursor=${cursor}`)).json.data
    const { json } = await own('POST', '/v1/customers', { body: person })
    const first = await page('start')
    await own('DELETE', `/v1/customers/${json.data.handle}`)
    const second = await page(first.next_cursor)
    const last = await page(second.next_cursor)
    const pages = [first, second, last]
    expect(pages.map(({ results, total }) => [results[0].handle, total])).toEqual(
      handles.map((handle, at) => [handle, at === 0 ? 4 : 3]),
    )
    expect(last.next_cursor).toBeUndefined()
  })

  it('has the total of all matches, and extra data on request', async () => {
    const { json } = await own('GET', '/v1/customers?limit=1&pattern=*works*&with_additional_data=true')
    expect(json.data).toMatchObject({ results: [{ additional_data: {} }], total: 2 })
  })

  it.each([
    ['firstName', { name: { first_name: 'Anna' } }],
    ['lastName', { name: { last_name: 'Zeeman' } }],
    ['prefix', { name: { prefix: '' } }],
    ['initials', { name: { initials: '' } }],
    ['fullName', { name: { full_name: 'Anna Zeeman' } }],
    ['companyName', { company_name: '' }],
    ['email', { email: 'anna@example.org' }],
  ])('can show only the column %s', async (column, expected) => {
    const { json } = await own('GET', `/v1/customers?limit=1&columns=${column}`)
    expect(json.data.results).toEqual([expected])
  })

  it('can show several columns', async () => {
    const { json } = await own(
      'GET',
      '/v1/customers?limit=1&columns=id&columns=handle&columns=firstName&columns=lastName',
    )
    const name = { first_name: 'Anna', last_name: 'Zeeman' }
    expect(json.data.results).toEqual([{ id: expect.any(Number), handle: handles[0], name }])
  })

  it.each([
    'type=person',
    'limit=1001',
    'limit=x',
    'offset=-1',
    'cursor=end',
    'cursor=start&offset=1',
    'cursor=start&order_by=email',
    'order=up',
    'order_by=vat',
    'reseller_id=1',
    'columns=vat',
  ])('refuses %s', async (query) => expect(await answered('GET', `/v1/customers?${query}`)).toEqual([400, 806]))
})

it('a customer is exported as one document', async () => {
  const handle = await made({ email: 'export@example.com' })
  const { json } = await ask('POST', `/v1/customers/${handle}/export`)
  expect(json.data).toMatchObject({ handle, exported_at: expect.any(String) })
  expect(JSON.stringify(json.data)).toContain('export@example.com')
  expect(await answered('POST', '/v1/customers/XX999999-NL/export')).toEqual([404, 193])
})

it('tries every refusal and query field of customers', () =>
  expect(platform.exercised.untried('customers')).toEqual([]))
