import { everyRight } from '@nameyard/contracts/rights'
import { eventually } from '@nameyard/testing/eventually'
import { certificateRequest } from '../src/certificate-request'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type HttpResponse, type InProcess } from './in-process'

/** One of each kind of event, made at the HTTP door and read back with `GET /v1/audit`. */

const password = 'correct horse battery'
const address = '192.0.2.7'

let platform: InProcess
/** The first contact of the account, with the right to read the trail. */
let admin: Ask
/** Everything that must be in no entry: passwords, codes, tokens and keys. */
const secrets: string[] = [password, 'wrong password']

beforeAll(async () => {
  platform = await startInProcess({
    gateway: { GATEWAY_TRUSTED_PROXIES: '127.0.0.1' },
    customers: { LOGIN_FREE_FAILURES: '2' },
    worker: { REGISTRY_POLL_MS: '200' },
  })
  admin = from(await platform.open('keeper'))
})
afterAll(() => platform?.close())

const from =
  (ask: Ask, bearer?: string): Ask =>
  (method, path, sent = {}) => {
    const headers = {
      'x-forwarded-for': address,
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...sent.headers,
    }
    return ask(method, path, { ...sent, headers })
  }
const withToken = (bearer: string) => from(platform.ask, bearer)

const requestOf = ({ headers }: HttpResponse) => String(headers['x-request-id'])

interface Entry {
  readonly event: string
  readonly subject: string
  readonly request: string
  readonly changes: Readonly<Record<string, unknown>>
  readonly key_id: number | null
}

/** Returns the whole trail, newest first, as JSON. */
async function trail(): Promise<Entry[]> {
  const { json } = await admin('GET', '/v1/audit?limit=1000')
  return json.data.results as Entry[]
}

/** Waits for the entry of a request. */
const entryOf = (answer: HttpResponse, event: string) =>
  eventually(
    async () => (await trail()).find((entry) => entry.request === requestOf(answer) && entry.event === event),
    `the entry ${event} of request ${requestOf(answer)} with status ${answer.status}`,
  )

async function done(ask: Ask, method: string, path: string, body?: object): Promise<HttpResponse> {
  const answer = await ask(method, path, { ...(body && { body }) })
  if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status} ${answer.text}`)
  return answer
}

const logIn = (username: string, given = password, at = address, more = {}) =>
  platform.ask('POST', '/v1/auth/login', {
    body: { username, password: given, ...more },
    headers: { 'x-forwarded-for': at },
  })

async function tokenOf(username: string, more = {}): Promise<string> {
  const { token } = (await logIn(username, password, address, more)).json.data
  secrets.push(token as string)
  return token as string
}

/** What each entry says of the first contact. */
const who = { name: 'keeper', address, key_id: null, contact_id: expect.any(Number) }

let people = 0
async function addPerson(role: string): Promise<{ id: number; username: string; answer: HttpResponse }> {
  const username = `${role}-${(people += 1)}`
  const body = { ...person, username, password, role, api_access_enabled: true }
  const answer = await done(admin, 'POST', '/v1/contacts', body)
  return { id: answer.json.data.id as number, username, answer }
}

it('has logins, refused logins and waits', async () => {
  const { id, username } = await addPerson('tech')
  const entered = await logIn(username)
  secrets.push(entered.json.data.token as string)
  const them = { contact_id: id, name: username, key_id: null, subject: `contact ${id}` }
  expect(await entryOf(entered, 'access.login')).toMatchObject({ ...them, address })
  const stranger = '198.51.100.9'
  const failures = [await logIn(username, 'wrong password', stranger)]
  expect(failures[0]).toMatchObject({ status: 401 })
  expect(await entryOf(failures[0]!, 'access.login-failed')).toMatchObject({
    ...them,
    address: stranger,
    changes: { reason: { to: 'credentials' } },
  })
  for (let i = 0; i < 2; i++) failures.push(await logIn(username, 'wrong password', stranger))
  expect(await entryOf(failures.at(-1)!, 'access.login-blocked')).toMatchObject({
    ...them,
    address: stranger,
    changes: { counter: { to: 'name and network' } },
  })
})

it('has requests that were refused for lack of a scope or a role', async () => {
  const reading = withToken(await tokenOf('keeper', { scope: ['read'] }))
  const scope = await reading('POST', '/v1/customers', { body: person })
  expect(scope).toMatchObject({ status: 403 })
  expect(await entryOf(scope, 'access.refused')).toMatchObject({
    ...who,
    subject: 'operation customers.create',
    changes: { reason: { to: 'scope_insufficient' } },
  })
  const { id, username } = await addPerson('tech')
  const role = await withToken(await tokenOf(username))('GET', '/v1/audit')
  expect(role).toMatchObject({ status: 403 })
  expect(await entryOf(role, 'access.refused')).toMatchObject({
    contact_id: id,
    name: username,
    address,
    subject: 'operation audit.list',
    changes: { reason: { to: 'role_insufficient' } },
  })
})

it('has keys, and what is done with them', async () => {
  const created = await done(admin, 'POST', '/v1/keys', { name: 'deploy', scope: everyRight })
  const { id, key } = created.json.data
  secrets.push(key as string)
  expect(await entryOf(created, 'keys.create')).toMatchObject({ ...who, subject: `key ${id}` })
  const used = await done(withToken(key as string), 'POST', '/v1/customers', person)
  expect(await entryOf(used, 'customers.create')).toMatchObject({ ...who, key_id: id })
  const revoked = await done(admin, 'DELETE', `/v1/keys/${id}`)
  expect(await entryOf(revoked, 'keys.revoke')).toMatchObject({ ...who, subject: `key ${id}` })
})

it('has sessions that ended', async () => {
  await tokenOf('keeper')
  const { results } = (await done(admin, 'GET', '/v1/auth/sessions')).json.data
  const other = (results as { id: string; is_current: boolean }[]).find(({ is_current }) => !is_current)!
  const ended = await done(admin, 'DELETE', `/v1/auth/sessions/${other.id}`)
  expect(await entryOf(ended, 'access.end-session')).toMatchObject(who)
  const loggedOut = await done(withToken(await tokenOf('keeper')), 'POST', '/v1/auth/logout', {})
  expect(await entryOf(loggedOut, 'access.logout')).toMatchObject(who)
})

it('has people and their rights', async () => {
  const { id, answer } = await addPerson('tech')
  const added = await entryOf(answer, 'contacts.create')
  expect(added).toMatchObject({ ...who, subject: expect.stringContaining('contact') })
  const changed = await done(admin, 'PUT', `/v1/contacts/${id}`, { role: 'billing', api_access_enabled: false })
  expect(await entryOf(changed, 'contacts.update')).toMatchObject({
    ...who,
    subject: `contact ${id}`,
    changes: { role: { from: 'tech', to: 'billing' } },
  })
  const roles = await done(admin, 'PUT', '/v1/auth/roles', { is_enforced: true })
  expect(await entryOf(roles, 'access.set-roles')).toMatchObject(who)
  const removed = await done(admin, 'DELETE', `/v1/contacts/${id}`)
  expect(await entryOf(removed, 'contacts.delete')).toMatchObject({ ...who, subject: `contact ${id}` })
})

it('has domains: orders, locks, auth codes, transfers and deletions', async () => {
  const { handle } = (await done(admin, 'POST', '/v1/customers', person)).json.data
  const ordered = await done(admin, 'POST', '/v1/domains', order('audited.com', handle as string))
  const { id, auth_code: first } = ordered.json.data
  const about = { ...who, subject: expect.stringMatching(/^domain (audited\.com|\d+)$/) }
  expect(await entryOf(ordered, 'domains.create')).toMatchObject(about)
  const unlocked = await done(admin, 'PUT', `/v1/domains/${id}`, { is_locked: false })
  expect(await entryOf(unlocked, 'domains.update')).toMatchObject({ ...about, changes: { is_locked: { to: false } } })
  const read = await done(admin, 'GET', `/v1/domains/${id}/authcode`)
  expect(await entryOf(read, 'domains.get-authcode')).toMatchObject(about)
  const reset = await done(admin, 'POST', `/v1/domains/${id}/authcode/reset`, {})
  expect(await entryOf(reset, 'domains.reset-authcode')).toMatchObject(about)
  const { auth_code } = reset.json.data
  secrets.push(first as string, read.json.data.auth_code as string, auth_code as string)

  const rival = await platform.rival()
  await rival.register('incoming.com', 'IncomingCode7x9Z')
  secrets.push('IncomingCode7x9Z')
  const incoming = { ...order('incoming.com', handle as string), auth_code: 'IncomingCode7x9Z' }
  const requested = await done(admin, 'POST', '/v1/domains/transfer', incoming)
  expect(await entryOf(requested, 'domains.transfer')).toMatchObject(who)
  await rival.requestTransfer('audited.com', auth_code as string)
  const isPending = async () => (await admin('GET', `/v1/domains/${id}`)).json.data.transfer_out_pending === true
  await eventually(isPending, 'the transfer out')
  const approved = await done(admin, 'POST', `/v1/domains/${id}/transfer/approve`, { approve: 1, auth_code })
  expect(await entryOf(approved, 'domains.approve-transfer')).toMatchObject(about)

  const other = (await done(admin, 'POST', '/v1/domains', order('ended.com', handle as string))).json.data
  secrets.push(other.auth_code as string)
  const deleted = await done(admin, 'DELETE', `/v1/domains/${other.id}`)
  expect(await entryOf(deleted, 'domains.delete')).toMatchObject({ ...who, subject: 'domain ended.com' })

  // Ends that the registry brought: they name nobody.
  const ends = await eventually(async () => {
    const found = (await trail()).filter(({ event }) => event === 'domains.ended')
    return found.length === 2 && found
  }, 'the ends of two domains')
  const nobody = { contact_id: null, name: '', address: '' }
  expect(ends).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...nobody, subject: 'domain audited.com', changes: { reason: { to: 'transferred' } } }),
      expect.objectContaining({ ...nobody, subject: 'domain ended.com', changes: { reason: { to: 'owner' } } }),
    ]),
  )
})

it('has the auth codes that reads have shown, once a day for each credential and code', async () => {
  const { handle } = (await done(admin, 'POST', '/v1/customers', person)).json.data
  const { id, auth_code } = (await done(admin, 'POST', '/v1/domains', order('shown.com', handle as string))).json.data
  const key = (await done(admin, 'POST', '/v1/keys', { name: 'panel', scope: everyRight })).json.data
  const blind = (await done(admin, 'POST', '/v1/keys', { name: 'blind', scope: ['read'] })).json.data
  secrets.push(auth_code as string, key.key as string, blind.key as string)
  const [panel, blindPanel] = [withToken(key.key as string), withToken(blind.key as string)]
  const shown = async () =>
    (await trail()).filter(({ event, subject }) => event === 'domains.authcode-shown' && subject === 'domain shown.com')

  expect((await done(blindPanel, 'GET', `/v1/domains/${id}`)).json.data.auth_code).toBe('')
  const first = await done(panel, 'GET', `/v1/domains/${id}`)
  expect(first.json.data.auth_code).toBe(auth_code)
  expect(await entryOf(first, 'domains.authcode-shown')).toMatchObject({
    ...who,
    key_id: key.id,
    subject: 'domain shown.com',
    changes: { auth_code: null },
  })
  await done(panel, 'GET', '/v1/domains?domain_name_pattern=shown')
  const { auth_code: newer } = (await done(panel, 'POST', `/v1/domains/${id}/authcode/reset`, {})).json.data
  secrets.push(newer as string)
  const afterReset = await done(panel, 'GET', '/v1/domains?domain_name_pattern=shown')
  await entryOf(afterReset, 'domains.authcode-shown')
  const other = await done(admin, 'GET', `/v1/domains/${id}`)
  await entryOf(other, 'domains.authcode-shown')
  expect((await shown()).map(({ request }) => request)).toEqual([other, afterReset, first].map(requestOf))
})

it('has zones, DNSSEC, and links that were made and used', async () => {
  const { handle } = (await done(admin, 'POST', '/v1/customers', person)).json.data
  const ordered = (await done(admin, 'POST', '/v1/domains', order('linked.com', handle as string))).json.data
  secrets.push(ordered.auth_code as string)
  const about = { ...who, subject: 'zone linked.com' }
  const records = [{ type: 'A', name: 'www', value: '192.0.2.1', ttl: 900 }]
  const zone = { domain: { name: 'linked', extension: 'com' }, type: 'master', records }
  expect(await entryOf(await done(admin, 'POST', '/v1/dns/zones', zone), 'zones.create')).toMatchObject(about)
  const change = { records: { add: [{ type: 'TXT', name: 'note', value: '"a"', ttl: 900 }] } }
  const changed = await done(admin, 'PUT', '/v1/dns/zones/linked.com', change)
  expect(await entryOf(changed, 'zones.update')).toMatchObject(about)

  const pub_key = 'mdsswUyr3DPW132mOi8V9xESWE8jTo0dxCjjnopKl+GqJxpVXckHAeF+KkxLbxILfDLUT0rAK9iUzy1L53eKGQ=='
  const dnssec_keys = [{ flags: 257, protocol: 3, alg: 13, pub_key }]
  const signed = await done(admin, 'PUT', `/v1/domains/${ordered.id}`, { dnssec_keys })
  expect(await entryOf(signed, 'domains.update')).toMatchObject({
    ...who,
    changes: { dnssec_keys: null },
  })

  const made = await done(admin, 'POST', '/v1/dns/domain-token', { domain: 'linked.com' })
  const { token } = made.json.data
  secrets.push(token as string)
  expect(await entryOf(made, 'domain-tokens.create')).toMatchObject(about)
  const headers = { 'x-forwarded-for': '198.51.100.20' }
  const page = `${platform.url}/zone/${token as string}`
  expect((await fetch(page, { headers })).status).toBe(200)
  const form = new URLSearchParams({ do: 'add', type: 'A', name: 'by-link', value: '192.0.2.3', ttl: '900' })
  expect((await fetch(page, { method: 'POST', headers, body: form })).status).toBe(200)
  const byLink = await eventually(async () => {
    const entries = (await trail()).filter(({ event }) => event.startsWith('zone-links.'))
    return entries.some(({ event }) => event === 'zone-links.change') && entries
  }, 'the use of the link')
  for (const event of ['zone-links.open', 'zone-links.change']) {
    expect(byLink).toContainEqual(
      expect.objectContaining({ event, subject: 'zone linked.com', address: '198.51.100.20', name: 'keeper' }),
    )
  }
})

it('has who made a link to a certificate order or an e-mail DMARC order, when it is opened', async () => {
  const { handle } = (await done(admin, 'POST', '/v1/customers', person)).json.data
  const ordered = (await done(admin, 'POST', '/v1/domains', order('watched.com', handle as string))).json.data
  secrets.push(ordered.auth_code as string)
  const domain = { name: 'watched', extension: 'com' }
  const dmarc = (await done(admin, 'POST', '/v1/easydmarcs', { domain, owner_handle: handle })).json.data
  const csr = await certificateRequest('watched.com')
  const wanted = { product_id: 5, period: 1, csr, organization_handle: handle }
  const certificate = (await done(admin, 'POST', '/v1/ssl/orders', wanted)).json.data
  const links = [
    (await done(admin, 'GET', `/v1/easydmarcs/${dmarc.id}/sso`)).json.data.url,
    (await done(admin, 'POST', `/v1/ssl/orders/${certificate.id}/otp-tokens`, {})).json.data.uri,
  ] as string[]
  for (const link of links) {
    const { pathname } = new URL(link)
    secrets.push(pathname.slice(pathname.lastIndexOf('/') + 1))
    const opened = await fetch(`${platform.url}${pathname}`, { headers: { 'x-forwarded-for': '198.51.100.21' } })
    expect(opened.status).toBe(200)
  }
  for (const [event, subject] of [
    ['dmarc-links.open', `dmarc order ${dmarc.id}`],
    ['ssl-links.open', `ssl order ${certificate.id}`],
  ] as const) {
    const find = async () => (await trail()).find((entry) => entry.event === event && entry.subject === subject)
    expect(await eventually(find, event)).toMatchObject({ ...who, address: '198.51.100.21' })
  }
})

it('has no password, auth code, token or key', async () => {
  const text = JSON.stringify(await trail())
  expect(secrets.length).toBeGreaterThan(10)
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(6)
    expect(text).not.toContain(secret)
  }
})
