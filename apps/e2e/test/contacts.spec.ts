import { eventually } from '@nameyard/testing/eventually'
import { person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

let platform: InProcess
let boss: Ask

beforeAll(async () => {
  platform = await startInProcess()
  boss = await platform.open('boss')
})
afterAll(() => platform?.close())

const password = 'battery staple'
let people = 0
const contact = (change: object = {}) => ({
  ...person,
  role: 'tech',
  username: `person${++people}`,
  password,
  ...change,
})

/** Returns a contact of the account. */
const made = async (change: object = {}): Promise<number> => {
  const { status, text, json } = await boss('POST', '/v1/contacts', { body: contact(change) })
  if (status !== 200) throw new Error(text)
  return json.data.id
}
const answered = async (method: string, path: string, body?: object, ask = boss) => {
  const { status, json } = await ask(method, path, { body })
  return [status, json.code]
}
/** Returns the contact with this username. */
const as = async (username: string): Promise<Ask> => {
  const { json } = await platform.ask('POST', '/v1/auth/login', { body: { username, password } })
  const authorization = `Bearer ${json.data.token}`
  return (method, path, sent = {}) => platform.ask(method, path, { ...sent, headers: { authorization } })
}

describe('contacts over HTTP', () => {
  it('are created, listed, read, updated and deleted', async () => {
    const created = await boss('POST', '/v1/contacts', { body: contact({ username: 'ada', id: '7', unknown: null }) })
    expect(created).toMatchObject({ status: 200, json: { code: 0, data: { id: expect.any(Number) } } })
    const { id } = created.json.data
    const read = (await boss('GET', `/v1beta/contacts/${id}/?with_additional_data=1`)).json.data
    expect(read).toMatchObject({ ...person, id, role: 'tech', api_access_enabled: false, additional_data: {} })
    const change = { id, api_access_enabled: 1, phone: null, comments: 'new' }
    expect((await boss('PUT', `/v1/contacts/${id}`, { body: change })).json.data).toEqual({ success: true })
    const ada = await as('ada')
    expect((await ada('GET', '/v1/contacts')).json.data.total).toBe(2)
    expect((await boss('GET', `/v1/contacts/${id}`)).json.data).toMatchObject({
      comments: 'new',
      last_login_at: expect.stringMatching(/^20/),
      last_api_call_at: expect.stringMatching(/^20/),
    })
    expect((await boss('DELETE', `/v1/contacts/${id}`)).json.data).toEqual({ success: true })
    // The gateway caches a valid token for less than a second.
    await eventually(async () => (await ada('GET', '/v1/contacts')).status === 401, 'a revoked token')
    expect(await answered('GET', `/v1/contacts/${id}`)).toEqual([404, 193])
    expect(await answered('PUT', `/v1/contacts/${id}`, { comments: 'x' })).toEqual([404, 193])
    expect(await answered('DELETE', `/v1/contacts/${id}`)).toEqual([404, 193])
  })

  const wrong: readonly (readonly [object, number, number])[] = [
    [{ role: '' }, 400, 170],
    [{ role: 'owner' }, 400, 172],
    [{ role: 'admin' }, 400, 172],
    [{ email: 'bob' }, 400, 146],
    [{ address: { ...person.address, country: 'XX' } }, 400, 121],
    [{ phone: { ...person.phone, subscriber_number: '1' } }, 400, 136],
    [{ phone: { ...person.phone, country_code: '' } }, 400, 136],
    [{ name: { first_name: '', last_name: 'Bob' } }, 400, 806],
    [{ is_active: 'maybe' }, 400, 806],
  ]
  it.each<readonly [object, number, number]>([
    ...wrong,
    [{ role: undefined }, 400, 170],
    [{ username: '' }, 400, 190],
    [{ username: 'boss' }, 409, 191],
    [{ password: 'short' }, 400, 5006],
    [{ name: { first_name: 'Bob' } }, 400, 806],
  ])('are not created with %j: %i, %i', async (change, status, code) =>
    expect(await answered('POST', '/v1/contacts', contact(change))).toEqual([status, code]),
  )
  it.each<readonly [object, number, number]>([
    ...wrong,
    [{ api_client_ip_list: { allow: ['192.0.2.0/33'] } }, 400, 5008],
    [{ rcp_client_ip_list: { deny: ['here'] } }, 400, 5008],
  ])('are not updated with %j: %i, %i', async (change, status, code) => {
    const id = await made()
    expect(await answered('PUT', `/v1/contacts/${id}`, change)).toEqual([status, code])
  })

  it('keep one administrator and cannot delete themselves', async () => {
    const { results } = (await boss('GET', '/v1/contacts?role=admin')).json.data
    const own = `/v1/contacts/${results[0].id}`
    expect(await answered('DELETE', own)).toEqual([422, 5005])
    expect(await answered('PUT', own, { role: 'tech' })).toEqual([422, 5004])
    expect(await answered('PUT', own, { is_active: false })).toEqual([422, 5004])
    expect(await answered('PUT', own, { api_access_enabled: false })).toEqual([422, 5004])
    const helper = contact({ api_access_enabled: true })
    await boss('PUT', `/v1/contacts/${await made(helper)}`, { body: { api_access_enabled: true } })
    expect(await answered('DELETE', own, undefined, await as(helper.username))).toEqual([403, 4002])
  })

  it('are refused without a token and with an invalid number', async () => {
    expect((await platform.ask('GET', '/v1/contacts')).status).toBe(401)
    expect(await answered('GET', '/v1/contacts/x')).toEqual([400, 806])
  })
})

describe('the list of contacts', () => {
  let own: Ask
  const names = async (query: string) =>
    (await own('GET', `/v1/contacts?${query}`)).json.data.results.map(({ username }: { username: string }) => username)

  beforeAll(async () => {
    own = await platform.open('chief')
    const people = [
      { username: 'list-anna', name: { first_name: 'Anna', last_name: 'Zeeman' }, company_name: 'Alpha' },
      {
        username: 'list-bert',
        name: { first_name: 'Bert', last_name: 'Adams' },
        company_name: 'Beta',
        role: 'billing',
      },
      { username: 'list_cees', name: { first_name: 'Cees', last_name: 'Zand' }, email: 'cees@example.org' },
    ]
    for (const each of people) await own('POST', '/v1/contacts', { body: contact(each) })
  })

  it.each([
    ['username_pattern=list*', ['list-anna', 'list-bert', 'list_cees']],
    ['username_pattern=LIST-BERT', ['list-bert']],
    ['username_pattern=list_*', ['list_cees']],
    ['email_pattern=*.org', ['list_cees']],
    ['last_name_pattern=z*', ['list-anna', 'list_cees']],
    ['company_name_pattern=*eta', ['list-bert']],
    ['role=billing', ['list-bert']],
    ['role=admin', ['chief']],
    ['last_name_pattern=z*&email_pattern=ada*', ['list-anna']],
    ['order=DESC', ['list_cees', 'list-bert', 'list-anna', 'chief']],
    ['order_by=last_name&username_pattern=list*', ['list-bert', 'list_cees', 'list-anna']],
    ['order_by=last_name&order=desc&limit=1', ['list-anna']],
    ['limit=2', ['chief', 'list-anna']],
    ['limit=2&offset=3', ['list_cees']],
    ['offset=9', []],
  ])('is filtered and sorted by %s', async (query, expected) => expect(await names(query)).toEqual(expected))

  it('has the total of all matches, and extra data on request', async () => {
    const { json } = await own('GET', '/v1/contacts?limit=1&username_pattern=list*&with_additional_data=true')
    expect(json.data).toMatchObject({ results: [{ additional_data: {} }], total: 3 })
  })

  it.each(['limit=1001', 'limit=0', 'offset=-1', 'order=up', 'order_by=vat', 'with_additional_data=maybe'])(
    'is refused for %s',
    async (query) => expect(await answered('GET', `/v1/contacts?${query}`)).toEqual([400, 806]),
  )
})

it('refuses to manage contacts with an API key that has limits', async () => {
  const body = { name: 'a program', scope: ['read', 'write', 'purchase', 'transfer-codes'], allow: ['127.0.0.0/8'] }
  const { json } = await boss('POST', '/v1/keys', { body })
  const authorization = `Bearer ${json.data.key}`
  const limited: Ask = (method, path, sent = {}) => platform.ask(method, path, { ...sent, headers: { authorization } })
  const id = await made()
  expect(await answered('GET', `/v1/contacts/${id}`, undefined, limited)).toEqual([200, 0])
  expect(await answered('POST', '/v1/contacts', contact(), limited)).toEqual([403, 4002])
  expect(await answered('PUT', `/v1/contacts/${id}`, { comments: 'new' }, limited)).toEqual([403, 4002])
  expect(await answered('DELETE', `/v1/contacts/${id}`, undefined, limited)).toEqual([403, 4002])
})

it('refuses a role that no contact can have', async () => {
  expect(await answered('GET', '/v1/contacts?role=owner')).toEqual([400, 172])
})

it('tries every refusal and query field of contacts', () => {
  // Only a caller who stopped being an administrator less than a second ago can get this one: see contacts.int.spec.ts.
  expect(platform.exercised.untried('contacts')).toEqual(['contacts.delete error contact_is_last_admin'])
})
