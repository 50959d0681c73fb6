import { Client } from 'pg'
import { addPerson } from '@nameyard/contracts/access/add-person'
import { erasePerson } from '@nameyard/contracts/privacy/erase-person'
import { exportPerson } from '@nameyard/contracts/privacy/export-person'
import { eventually } from '@nameyard/testing/eventually'
import { certificateRequest } from '../src/certificate-request'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'
import { tablesWith } from './tables-with'

/** Personal data, from the order to the end of the last duty, over all services and all tables. */

let platform: InProcess
let sql: Client
let account: Ask

beforeAll(async () => {
  platform = await startInProcess({ hasSandboxClock: true, orders: { SSL_SWEEP_SECONDS: '0.1' } })
  account = await platform.open('keeper', '10000')
  sql = new Client({ connectionString: platform.databaseUrl })
  await sql.connect()
})
afterAll(async () => {
  await sql?.end()
  await platform?.close()
})

const doneBy = (ask: Ask) => async (method: string, path: string, body?: object) => {
  const { status, json, text } = await ask(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}
const done = (method: string, path: string, body?: object) => doneBy(account)(method, path, body)
/** Published messages are kept for two days, so that a broker that has lost its disk gets them again. */
const traces = async (mark: string) => (await tablesWith(sql, mark)).filter((table) => !/\.sent(_|$)/.test(table))

/** A customer whose every text has the mark. */
const marked = (mark: string) => ({
  name: { first_name: `${mark}First`, last_name: `${mark}Last`, prefix: `${mark}Of`, initials: `${mark}.` },
  company_name: `${mark} Works`,
  address: { street: `${mark} Street`, number: '7', zipcode: '1015 CJ', city: `${mark}ville`, country: 'NL' },
  phone: { country_code: '+31', area_code: '20', subscriber_number: '5551234' },
  email: `${mark}@example.com`,
  comments: `${mark} is a person`,
  additional_data: { birth_city: `${mark}ville` },
})
const forget = (handle: string) =>
  platform.operator.rpc.call(erasePerson, { operator: 'test', handle }, platform.operator.call())
const pass = async (days: number) => {
  let moved = await done('POST', '/v1/sandbox/clock/advance', { seconds: days * 86_400 })
  while (!moved.is_done) moved = await done('POST', '/v1/sandbox/clock/advance', { until: moved.until })
}

/** Orders a domain, a certificate and e-mail DMARC for a customer, and one domain that the registry refuses. */
async function orders(handle: string, mark: string, label: string) {
  const name = `${label}.com`
  const { id } = await done('POST', '/v1/domains', { ...order(name, handle), comments: `for ${mark}` })
  await done('PUT', `/v1/domains/${id}`, { comments: `really for ${mark}` })
  await platform.sandbox.refuse(`${label}-refused.com`)
  const refused = { ...order(`${label}-refused.com`, handle), comments: `for ${mark}` }
  expect((await account('POST', '/v1/domains', { body: refused })).status).toBeGreaterThan(399)
  await done('POST', '/v1/customers/verifications/emails/start', { email: `${mark}@example.com`, handle })
  const csr = await certificateRequest(name, [], undefined, `${mark} Works`)
  const certificate = await done('POST', '/v1/ssl/orders', {
    ...{ product_id: 5, period: 1, csr, organization_handle: handle, software_id: 'linux', start_provision: true },
    approver_email: `admin@${name}`,
  })
  const dmarc = await done('POST', '/v1/easydmarcs', { domain: order(name, handle).domain, owner_handle: handle })
  return { id: id as number, certificate: certificate.id as number, dmarc: dmarc.id as number }
}

describe('a customer with a domain, a certificate and e-mail DMARC', () => {
  const mark = 'Qzvwx'
  let handle: string
  let placed: Awaited<ReturnType<typeof orders>>

  it('is exported in one document without secrets', async () => {
    ;({ handle } = await done('POST', '/v1/customers', marked(mark)))
    placed = await orders(handle, mark, 'kept')
    // Orders, proofs and mails go on by themselves; between two of their steps the operator gets the same document.
    const exported = await eventually(async () => {
      const own = await done('POST', `/v1/customers/${handle}/export`)
      const whole = await platform.operator.rpc.call(exportPerson, { handle }, platform.operator.call())
      expect(whole.data).toEqual(own.data)
      return own
    }, 'the same document for the account and for the operator')
    expect(exported).toMatchObject({
      handle,
      data: {
        customer: [{ first_name: `${mark}First`, additional_data: { birth_city: `${mark}ville` } }],
        domains: expect.arrayContaining([
          expect.objectContaining({ name: 'kept.com', comments: `really for ${mark}` }),
          expect.objectContaining({ name: 'kept-refused.com', phase: 'failed' }),
        ]),
        certificates: [{ id: placed.certificate, common_name: 'kept.com' }],
        dmarc_orders: [{ id: placed.dmarc, domain: 'kept.com' }],
      },
    })
    expect(exported.data.email_verifications).toMatchObject([{ email: `${mark}@example.com` }])
    const { auth_code } = await done('GET', `/v1/domains/${placed.id}/authcode`)
    expect(JSON.stringify(exported)).not.toContain(auth_code)
  })

  it('is not exported to another account', async () => {
    const stranger = await platform.open('stranger-to-keeper')
    expect((await stranger('POST', `/v1/customers/${handle}/export`)).status).toBe(404)
  })

  it('is exported only to administrators, also where roles do not count', async () => {
    const body = { ...person, role: 'tech', username: 'exporter', password: 'correct horse battery' }
    await done('POST', '/v1/contacts', { ...body, api_access_enabled: true })
    const given = { username: body.username, password: body.password }
    const { token } = (await platform.ask('POST', '/v1/auth/login', { body: given })).json.data
    const headers = { authorization: `Bearer ${token as string}` }
    const refused = await platform.ask('POST', `/v1/customers/${handle}/export`, { body: {}, headers })
    expect([refused.status, refused.json.code]).toEqual([403, 4002])
    expect((await platform.ask('GET', `/v1/customers/${handle}`, { headers })).status).toBe(200)
  })

  it('cannot be erased while it uses them', async () => {
    await expect(forget(handle)).rejects.toMatchObject({ refusal: 'customer_in_use' })
  })

  it('is erased two years after its last domain ended, everywhere', async () => {
    expect((await traces(mark)).length).toBeGreaterThan(2)
    await done('DELETE', `/v1/easydmarcs/${placed.dmarc}`)
    await done('POST', `/v1/ssl/orders/${placed.certificate}/cancel`)
    await done('DELETE', `/v1/domains/${placed.id}`)
    await eventually(async () => {
      const { rows } = await sql.query('select from domains.domain where id = $1 and deleted_at is not null', [
        placed.id,
      ])
      return rows.length === 1
    }, 'the end of the domain')
    await pass(1)
    await done('DELETE', `/v1/customers/${handle}`)
    expect((await account('POST', `/v1/customers/${handle}/export`)).status).toBe(404)
    const kept = (await forget(handle)).keptUntil!
    expect(Date.parse(kept) - Date.now()).toBeGreaterThan(728 * 86_400_000)
    expect(await traces(mark)).toContain('customers.customer')
    await pass(731)
    await eventually(async () => {
      const found = await traces(mark)
      if (found.length > 0) throw new Error(`traces in ${found.join(', ')}`)
      return true
    }, 'the end of all traces')
    expect((await forget(handle)).keptUntil).toBeNull()
  }, 240_000)
})

describe('a customer that was no registrant', () => {
  it('leaves no trace when it is deleted', async () => {
    const mark = 'Kxqjw'
    const { handle } = await done('POST', '/v1/customers', marked(mark))
    const { handle: owner } = await done('POST', '/v1/customers', marked('Other'))
    const { id } = await done('POST', '/v1/domains', { ...order('of-other.com', owner), tech_handle: handle })
    await platform.sandbox.refuse('never.com')
    await account('POST', '/v1/domains', { body: { ...order('never.com', handle), comments: mark } })
    await done('PUT', `/v1/domains/${id}`, { tech_handle: owner })
    await pass(1)
    expect(await traces(mark)).toEqual(expect.arrayContaining(['customers.customer', 'domains.domain']))
    expect((await forget(handle)).keptUntil).toBeNull()
    await eventually(async () => {
      const found = await traces(mark)
      if (found.length > 0) throw new Error(`traces in ${found.join(', ')}`)
      return true
    }, 'the end of all traces')
  })
})

describe('a contact person', () => {
  const username = 'Vqzjkperson'
  const password = 'correct horse battery'

  it('is exported with what the person did, and erased from all histories', async () => {
    const { rows } = await sql.query<{ id: number }>(
      `select reseller_id as id from customers.contact where username = 'keeper'`,
    )
    const person = {
      resellerId: rows[0]!.id,
      username,
      password,
      email: `${username}@example.com`,
      role: 'admin',
      apiAccess: true,
    } as const
    await platform.operator.rpc.call(addPerson, { operator: 'test', ...person }, platform.operator.call())
    const { json } = await platform.ask('POST', '/v1/auth/login', { body: { username, password } })
    const authorization = `Bearer ${json.data.token}`
    const own = doneBy((method, path, sent = {}) => platform.ask(method, path, { ...sent, headers: { authorization } }))
    const { handle } = await own('POST', '/v1/customers', marked('Other'))
    const { id } = await own('POST', '/v1/domains', order('by-person.com', handle))
    await own('PUT', `/v1/domains/${id}`, { comments: 'changed' })
    const www = { type: 'A', name: 'www', value: '192.0.2.1', ttl: 3600 }
    await own('POST', '/v1/dns/zones', {
      domain: { name: 'by-person', extension: 'com' },
      type: 'master',
      records: [www],
    })
    await own('POST', '/v1/dns/domain-token', { domain: 'by-person.com', zone_provider: 'openprovider' })
    await own('POST', '/v1/keys', { name: 'export', scope: ['read'], unused_days: 90 })
    const found = await eventually(async () => {
      const exported = await platform.operator.rpc.call(exportPerson, { username }, platform.operator.call())
      return (exported.data.audit_entries?.length ?? 0) > 0 && exported.data
    }, 'the audit trail')
    expect(found).toMatchObject({
      contact: [{ username, email: `${username}@example.com` }],
      changes_of_domains: expect.arrayContaining([expect.objectContaining({ domain: 'by-person.com' })]),
      changes_of_zones: [{ zone: 'by-person.com' }],
      links_to_zones: [{ zone: 'by-person.com' }],
    })
    expect(JSON.stringify(found)).not.toMatch(/argon2|password_hash/)
    expect((await traces(username)).length).toBeGreaterThan(3)
    await platform.operator.rpc.call(erasePerson, { username }, platform.operator.call())
    await eventually(async () => {
      const left = await traces(username)
      if (left.length > 0) throw new Error(`traces in ${left.join(', ')}`)
      return true
    }, 'the end of all traces')
    const { history } = await done('GET', `/v1/domains/${id}?with_history=1`)
    expect(JSON.stringify(history)).toMatch(/by deleted-\d+\./)
  })
})
