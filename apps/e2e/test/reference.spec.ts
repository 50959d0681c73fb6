import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { Client } from 'pg'
import { SoftwareAuthenticator } from '@nameyard/testing/authenticator'
import { eventually } from '@nameyard/testing/eventually'
import { person } from '../src/reseller'
import { descriptionOf, type ApiDescription } from './api-description'
import { startInProcess, type Ask, type InProcess } from './in-process'
import { newApproval } from './isolation-objects'
import { Phases } from './matrix-phases'

/**
 * Calls every operation with the example body of the reference. Only the names of objects are replaced, as a reader would
 * do.
 */

/** Replacements for the names in an example. */
interface Replacements {
  /** Parameters of the path, such as ids that an earlier step has created. */
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: string
  /** The domain for example.com or blue-bakery.com of the example. */
  readonly name?: string
  readonly code?: string
}

let platform: InProcess
let api: ApiDescription
let account: Ask
let sql: Client
let phases: Phases
let handle: string
const tried = new Set<string>()

const domainPhases = {
  'domains.approve-transfer': 'active.pendingTransfer',
  'domains.restart-last-operation': 'failed',
  'domains.restore': 'redemption',
  'domains.send-foa': 'waiting.party',
  'domains.trade': 'active',
  'domains.update': 'active',
  'domains.renew': 'active',
} as const

const request = 'of the reference'

beforeAll(async () => {
  platform = await startInProcess({ hasSandboxClock: true, customers: { PASSKEY_ORIGINS: 'https://localhost' } })
  api = await descriptionOf(platform)
  sql = new Client({ connectionString: platform.databaseUrl })
  await sql.connect()
  phases = await Phases.open(platform, sql)
  await phases.prepare([...new Set(Object.values(domainPhases))].map((phase) => ({ phase, request })))
  account = phases.account
})
afterAll(async () => {
  phases?.close()
  await sql?.end()
  await platform?.close()
})

const done = async (method: string, path: string, body?: object) => {
  const { status, json, text } = await account(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}

function operationOf(id: string) {
  const operation = api.operations.find((each) => each.id === id)
  if (!operation) throw new Error(`${id} is not offered`)
  return operation
}

/** Calls an operation with its published example. */
async function callExample(id: string, { params = {}, query = '', name, code }: Replacements = {}) {
  const operation = operationOf(id)
  const path = operation.path.replaceAll(/:(\w+)/g, (_, param: string) => String(params[param]))
  const text = JSON.stringify(api.exampleOf(operation))
  const [label, extension] = name ? [name.slice(0, name.indexOf('.')), name.slice(name.indexOf('.') + 1)] : []
  const body = text
    ?.replaceAll('"AJ100001-NL"', JSON.stringify(handle))
    .replaceAll(/\{"name":"(?:example|blue-bakery)","extension":"com"\}/g, (named) =>
      label === undefined ? named : JSON.stringify({ name: label, extension }),
    )
    .replaceAll('"k7!Rp2nq"', JSON.stringify(code ?? 'k7!Rp2nq'))
  const answer = await done(operation.method, `${path}${query}`, body && JSON.parse(body))
  tried.add(id)
  return answer
}

const inPhase = (id: keyof typeof domainPhases) => phases.of({ phase: domainPhases[id], request })

it('calls the operations of second factors', async () => {
  const { id, secret } = await callExample('factors.create-totp')
  const confirm = operationOf('factors.confirm-totp')
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  await done('POST', confirm.path.replace(':id', id), { ...api.exampleOf(confirm), code })
  tried.add(confirm.id)
  expect(await callExample('factors.list')).toMatchObject({ total: 1, recovery_codes_left: 10 })
  await callExample('factors.create-recovery-codes')
  await callExample('factors.get-demand')
  expect(await callExample('factors.set-demand')).toEqual({ success: true, people: [] })
  const { id: colleague } = await callExample('contacts.create')
  await callExample('factors.create-login-code', { params: { id: colleague } })
  await done('DELETE', `/v1/contacts/${colleague}`)
  await done('PUT', '/v1/auth/second-factor', { is_required: false })
  await callExample('factors.remove', { params: { id } })
})

it('calls the operations of passkeys', async () => {
  const authenticator = new SoftwareAuthenticator()
  const { options } = await callExample('factors.create-passkey')
  const credential = authenticator.create(options)
  const confirm = operationOf('factors.confirm-passkey')
  const { id } = await done('POST', confirm.path, { credential })
  // The username of the example does not exist here.
  const start = await done('POST', operationOf('access.start-passkey-login').path, {})
  const logIn = operationOf('access.login-with-passkey')
  await done('POST', logIn.path, { passkey: authenticator.get(start.options) })
  tried.add(confirm.id).add('access.start-passkey-login').add(logIn.id)
  await callExample('factors.remove', { params: { id } })
})

it('calls the operations of approvals', async () => {
  const password = 'correct horse battery'
  const { id: factor, secret } = await done('POST', '/v1/auth/factors/totp', { name: 'phone', password })
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  const { recovery_codes } = await done('POST', `/v1/auth/factors/totp/${factor}/confirm`, { code })
  const { handle: unused } = await done('POST', '/v1/customers', person)
  const params = { id: await newApproval(account, unused) }
  const { results } = await callExample('approvals.list')
  expect(results).toMatchObject([{ id: params.id, status: 'pending' }])
  expect(await callExample('approvals.get', { params })).toMatchObject({ operation: 'customers.delete' })
  // The code of the example belongs to nobody.
  const approve = operationOf('approvals.approve')
  await done('POST', approve.path.replace(':id', String(params.id)), { otp: recovery_codes[0] })
  tried.add(approve.id)
  expect(await callExample('approvals.refuse', { params })).toEqual({ success: true })
  await done('POST', `/v1/auth/factors/${factor}/remove`, { password })
  await done('DELETE', `/v1/keys/${results[0].key_id}`)
})

it('calls the operations of the login', async () => {
  // The username of the example does not exist here; other tests read the example.
  tried.add('access.login')
  expect(await callExample('access.read-token')).toMatchObject({
    username: 'matrix',
    scope: ['read', 'write', 'purchase', 'transfer-codes'],
  })
  expect((await done('GET', '/v1/resellers')).balance).toBeGreaterThan(0)
  await done('POST', '/v1/auth/login', { username: 'matrix', password: 'correct horse battery' })
  const { results } = await callExample('access.list-sessions')
  const { id } = results.find(({ is_current }: { is_current: boolean }) => !is_current)
  // Here is no tool server for which an assistant could sign in.
  const assistant = [id, '00'.repeat(32), 'https://assistant.example/client.json', 'Assistant', 'all']
  await sql.query(
    `update customers.token set grant_hash = decode($2, 'hex'), client_id = $3, client_name = $4, profile = $5
     where left(encode(hash, 'hex'), 12) = $1`,
    assistant,
  )
  expect(await callExample('access.update-session', { params: { id } })).toEqual({ success: true })
  await callExample('access.end-session', { params: { id } })
  await callExample('access.end-sessions')
  expect(await callExample('access.set-roles')).toEqual({ success: true })
  expect(await callExample('access.get-roles')).toMatchObject({ role: 'admin' })
  expect(await callExample('access.change-password')).toEqual({ success: true, sessions_ended: 0 })
  await callExample('access.request-password-reset')
})

it('calls the operations of contacts', async () => {
  const { id } = await callExample('contacts.create')
  await callExample('contacts.get', { params: { id } })
  await callExample('contacts.list')
  await callExample('contacts.update', { params: { id } })
  await callExample('contacts.delete', { params: { id } })
})

it('calls the operations of API keys', async () => {
  const { id } = await callExample('keys.create')
  expect(await callExample('keys.list')).toMatchObject({ total: 1, results: [{ id, name: 'billing export' }] })
  await callExample('keys.rotate', { params: { id } })
  await callExample('keys.revoke', { params: { id } })
})

it('calls the operations of the audit trail', async () => {
  expect((await callExample('audit.list')).results.length).toBeGreaterThan(0)
  expect(await callExample('audit.export')).toMatchObject({ next_after: null })
})

it('calls the operations of events', async () => {
  expect(await callExample('events.list')).toMatchObject({ oldest: 1 })
  const params = { name: 'billing' }
  const { newest } = await callExample('event-consumers.set', { params })
  expect(newest).toBeGreaterThanOrEqual(4)
  await callExample('event-consumers.poll', { params })
  expect(await callExample('event-consumers.acknowledge', { params })).toMatchObject({ position: 4 })
  expect(await callExample('event-consumers.get', { params })).toMatchObject({ name: 'billing' })
  expect(await callExample('event-consumers.list')).toMatchObject({ total: 1 })
  await callExample('event-consumers.delete', { params })
})

it('calls the operations of notices', async () => {
  const { results } = await eventually(async () => {
    const page = await callExample('notices.list')
    return page.results.length > 0 && page
  }, 'a notice')
  await callExample('notices.read', { params: { id: results[0].id } })
  expect(await callExample('notices.read-all')).toMatchObject({ marked: expect.any(Number) })
})

it('calls the operations of mail templates', async () => {
  const { id } = await callExample('emails.create')
  expect((await callExample('emails.list')).results[0]).toMatchObject({ id, group: 'ive', type: 'verification' })
  await callExample('emails.update', { params: { id } })
  expect(await callExample('emails.preview')).toMatchObject({ subject: expect.stringContaining('verloopt') })
  expect(await callExample('emails.send-test')).toMatchObject({ sent: 'code' })
  await callExample('emails.delete', { params: { id } })
  const look = await callExample('emails.set-branding')
  expect(await callExample('emails.get-branding')).toEqual(look)
  const params = { type: 'domain-renewed' }
  expect(await callExample('emails.set-recipients', { params })).toMatchObject({ recipients: 'both' })
  expect((await callExample('emails.list-recipients')).results).toContainEqual(expect.objectContaining(params))
})

it('calls the operations of webhooks', async () => {
  const { id } = await callExample('webhooks.create')
  const params = { id }
  expect(await callExample('webhooks.list')).toMatchObject({ results: [{ id }] })
  expect(await callExample('webhooks.get', { params })).toMatchObject({ status: 'active' })
  await callExample('webhooks.update', { params })
  const { delivery, event } = await callExample('webhooks.send-test', { params })
  expect(await callExample('webhooks.list-deliveries', { params })).toMatchObject({ results: [{ event }] })
  await callExample('webhooks.resend-delivery', { params: { id, delivery } })
  await callExample('webhooks.rotate-secret', { params })
  await callExample('webhooks.delete', { params })
})

it('calls the operations of customers and e-mail verifications', async () => {
  ;({ handle } = await callExample('customers.create'))
  await callExample('customers.get', { params: { handle } })
  await callExample('customers.list')
  await callExample('customers.update', { params: { handle } })
  await callExample('customers.export', { params: { handle } })
  await callExample('tags.create')
  await callExample('tags.list')
  await callExample('tags.delete', { query: '?key=customer&value=wholesale' })
  await done('PUT', `/v1/customers/${handle}`, { email: 'ada@example.com' })
  await callExample('email-verifications.start')
  await callExample('email-verifications.restart')
  await callExample('email-verifications.list')
  await callExample('expiry-mails.list')
  await callExample('mail-deliveries.list')
  await callExample('expiry-mails.set-settings')
  expect(await callExample('expiry-mails.get-settings')).toEqual({ to_registrants: true, to_administrators: true })
  const { handle: unused } = await done('POST', '/v1/customers', person)
  await callExample('customers.delete', { params: { handle: unused } })
})

it('calls the operations of nameservers, groups and templates', async () => {
  const host = { params: { name: 'ns1.example.com' } }
  await callExample('nameservers.create')
  await callExample('nameservers.get', host)
  await callExample('nameservers.list')
  await callExample('nameservers.update', host)
  await callExample('nameservers.delete', host)
  const group = { params: { ns_group: 'example' } }
  await callExample('nameserver-groups.create')
  await callExample('nameserver-groups.get', group)
  await callExample('nameserver-groups.list')
  await callExample('nameserver-groups.update', group)
  await callExample('nameserver-groups.delete', group)
  await callExample('templates.create')
  const [{ id }] = (await callExample('templates.list')).results
  await callExample('templates.get', { params: { id } })
  await callExample('templates.delete', { params: { id } })
})

it('calls the operations of zones', async () => {
  const zone = { params: { name: 'example.com' } }
  await callExample('zones.create')
  await callExample('zones.get', zone)
  await callExample('zones.list')
  await callExample('records.list', zone)
  await callExample('domain-tokens.create')
  const [link] = (await callExample('domain-tokens.list')).results
  await callExample('domain-tokens.delete', { params: { id: link.id } })
  // The zone needs the record that the example removes, and must not have the one that it adds.
  const old = { type: 'A', name: 'old', value: '192.0.2.9', ttl: 3600 }
  const www = { type: 'A', name: 'www', value: '192.0.2.10' }
  await done('PUT', '/v1/dns/zones/example.com', { records: { remove: [www], add: [old] } })
  await callExample('zones.update', zone)
  await done('POST', '/v1/dns/templates', { name: 'web and mail', records: [{ ...www, name: 'templated', ttl: 3600 }] })
  await callExample('zones.apply-template', zone)
  await callExample('zones.import', zone)
  await callExample('zones.export', zone)
  const { results } = await callExample('zones.list-versions', zone)
  await callExample('zones.get-version', { params: { ...zone.params, version: results[0].version } })
  await callExample('zones.restore', zone)
  await callExample('zones.request-proof', zone)
  expect(await callExample('zones.claim', { params: { name: inPhase('domains.update').name } })).toMatchObject({
    proof: 'domain',
  })
  await callExample('zones.delete', zone)
})

it('calls the operations that check and suggest names', async () => {
  await callExample('domains.check')
  await callExample('domains.suggest-names')
  await callExample('domains.prices', { query: '?domain.name=example&domain.extension=com&operation=create' })
  await callExample('domain-requirements.list', { query: '?domain.extension=com&operation=create' })
  await callExample('customer-requirements.list', { query: '?domain.extension=com' })
  await callExample('tlds.list')
  await callExample('registries.status')
  await callExample('registries.list-maintenances')
  await callExample('tlds.get', { params: { name: 'com' } })
})

it('calls the operations of a registered domain', async () => {
  const { id } = await callExample('domains.create')
  const params = { id }
  await eventually(
    async () => (await callExample('domains.get', { params })).status === 'ACT',
    'blue-bakery.com active',
  )
  await callExample('domains.list')
  await callExample('domains.get-timeline', { params })
  await callExample('domains.list-operations', { params })
  await callExample('domains.update', { params: { id: inPhase('domains.update').id } })
  await callExample('domains.renew', { params: { id: inPhase('domains.renew').id } })
  await callExample('domains.get-authcode', { params })
  await callExample('domains.reset-authcode', { params })
  await callExample('domains.delete', { params })
})

it('calls the operations of transfer, deletion and restore', async () => {
  const name = 'reference-elsewhere.sandbox'
  const rival = await platform.rival()
  expect(await rival.register(name, 'k7!Rp2nq')).toBe(1000)
  rival.close()
  await callExample('domains.transfer', { name })
  const of = (id: keyof typeof domainPhases) => ({ params: { id: inPhase(id).id }, name: inPhase(id).name })
  await callExample('domains.trade', of('domains.trade'))
  await callExample('domains.send-foa', of('domains.send-foa'))
  await callExample('domains.restart-last-operation', of('domains.restart-last-operation'))
  await callExample('domains.restore', of('domains.restore'))
  await callExample('domains.approve-transfer', of('domains.approve-transfer'))
})

it('calls the operations of the account, its money and DMARC', async () => {
  const { id: resellerId } = await callExample('resellers.get')
  await callExample('resellers.update', { params: { id: resellerId } })
  await callExample('resellers.get-settings')
  await callExample('resellers.get-statistics')
  await callExample('transactions.list')
  const { name } = inPhase('domains.update')
  const [label, extension] = [name.slice(0, name.indexOf('.')), name.slice(name.indexOf('.') + 1)]
  const { id } = await callExample('dmarc-orders.create', { name })
  await callExample('dmarc-orders.get', { query: `?domain.name=${label}&domain.extension=${extension}` })
  await callExample('dmarc-orders.list')
  await callExample('dmarc-orders.sso', { params: { id }, query: '?type=reseller' })
  await callExample('dmarc-orders.list-reports', { params: { id } })
  const [dmarcLink] = (await callExample('dmarc-orders.list-links', { params: { id } })).results
  await callExample('dmarc-orders.delete-link', { params: { id, link_id: dmarcLink.id } })
  // Instead of a week of waiting: the deadline has passed, and the name server has another record.
  await sql.query(`update orders.dmarc_order set gives_up_at = '2020-01-01' where id = $1`, [id])
  await done('POST', '/v1/dns/zones', {
    domain: { name: label, extension },
    type: 'master',
    records: [{ type: 'TXT', name: '_dmarc', value: 'v=DMARC1; p=none', ttl: 3600 }],
  })
  await eventually(async () => {
    await sql.query(`update orders.dmarc_order set due_at = now() where id = $1 and claimed_until is null`, [id])
    const { rows } = await sql.query('select status from orders.dmarc_order where id = $1', [id])
    return rows[0].status === 'FAI'
  }, `DMARC order ${id} failed`)
  await callExample('dmarc-orders.retry', { params: { id } })
  await callExample('dmarc-orders.delete', { params: { id } })
})

it('calls the operations of certificates', async () => {
  await done('POST', '/v1/dns/zones', api.exampleOf(operationOf('zones.create')))
  // A certificate needs control of the name, and another registrar has example.com at the sandbox registry.
  await sql.query(
    `insert into dns.holder (name, domain_id, reseller_id, version, changed_at)
     select name, 999999, reseller_id, 1, now() from dns.zone where name = 'example.com' and deleted_at is null
     on conflict (name) do update set domain_id = 999999, reseller_id = excluded.reseller_id, changed_at = now()`,
  )
  await callExample('ssl-products.list')
  await callExample('ssl-products.get', { params: { id: 5 } })
  const { id } = await callExample('ssl-orders.create')
  const params = { id }
  await callExample('ssl-orders.get', { params })
  await callExample('ssl-orders.list')
  await callExample('approver-emails.list', { query: '?domain=example.com' })
  await callExample('csr.create')
  await callExample('csr.decode')
  await callExample('ssl-orders.create-otp-token', { params })
  const [certificateLink] = (await callExample('ssl-orders.list-otp-tokens', { params })).results
  await callExample('ssl-orders.delete-otp-token', { params: { ...params, link_id: certificateLink.id } })
  await callExample('ssl-orders.update', { params })
  // The hosted zone of the example proves control of the names automatically.
  await eventually(async () => (await done('GET', `/v1/ssl/orders/${id}`)).status === 'ACT', 'the certificate')
  await callExample('ssl-orders.reissue', { params })
  await eventually(async () => (await done('GET', `/v1/ssl/orders/${id}`)).status === 'ACT', 'the reissued certificate')
  await sql.query(`update orders.ssl_order set expires_at = expires_at - interval '360 days' where id = $1`, [id])
  await callExample('ssl-orders.renew', { params })
  const order = { ...api.exampleOf(operationOf('ssl-orders.create')), organization_handle: handle }
  const approver_email = 'webmaster@example.com'
  const mailed = { ...order, enable_dns_automation: false, approver_email }
  const waiting = { params: { id: (await done('POST', '/v1/ssl/orders', mailed)).id as number } }
  await callExample('ssl-orders.update-approver-email', waiting)
  await callExample('ssl-orders.resend-approver-email', waiting)
  await callExample('ssl-orders.cancel', waiting)
})

it('calls the operations of the sandbox clock', async () => {
  expect(await callExample('sandbox.advance-clock')).toMatchObject({
    until: expect.any(String),
    steps: expect.any(Number),
  })
})

it('ends the session and sets a new password with a mailed link', async () => {
  await callExample('access.logout')
  await platform.ask('POST', '/v1/auth/password-reset', { body: { username: 'matrix' } })
  const token = await eventually(async () => {
    const files = (await readdir(platform.mails)).filter((file) => file.endsWith('.eml'))
    const texts = await Promise.all(files.map((file) => readFile(join(platform.mails, file), 'utf8')))
    return texts.flatMap((text) => /\/reset-password\/([\w-]+)/.exec(text.replaceAll('=\r\n', ''))?.[1] ?? [])[0]
  }, 'the mail with the link')
  const operation = operationOf('access.complete-password-reset')
  const body = { ...api.exampleOf(operation), token, password: 'eleven red umbrellas' }
  expect(await platform.ask('POST', operation.path, { body })).toMatchObject({ status: 200 })
  tried.add(operation.id)
})

it('calls every operation', () => {
  expect(api.operations.map(({ id }) => id as string).filter((id) => !tried.has(id))).toEqual([])
})
