import { eventually } from '@nameyard/testing/eventually'
import { Client } from 'pg'
import { person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'
import { Phases } from './matrix-phases'

/**
 * Every operation of the reference is carried out with the body that the reference shows for it: only what names an
 * object is put in its place, as a reader would do.
 */

/** What a reader puts in the place of the names in an example. */
interface Place {
  /** Of the path; `42` is a number that an earlier step has made. */
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: string
  /** The domain that the example calls example.com or blue-bakery.com. */
  readonly name?: string
  readonly code?: string
}

let platform: InProcess
let account: Ask
let sql: Client
let phases: Phases
let handle: string
const tried = new Set<string>()

const domainPhases = {
  'domains.approve-transfer': 'active.leaving',
  'domains.restart-last-operation': 'failed',
  'domains.restore': 'quarantine.hard',
  'domains.send-foa': 'waiting.party',
  'domains.trade': 'active',
  'domains.update': 'active',
  'domains.renew': 'active',
} as const

const request = 'of the reference'

beforeAll(async () => {
  platform = await startInProcess({ hasSandboxClock: true })
  sql = new Client({ connectionString: platform.databaseUrl })
  await sql.connect()
  phases = await Phases.open(platform, sql)
  await phases.prepare([...new Set(Object.values(domainPhases))].map((phase) => ({ phase, request })))
  account = phases.account
}, 120_000)
afterAll(async () => {
  phases?.close()
  await sql?.end()
  await platform?.close()
}, 60_000)

const done = async (method: string, path: string, body?: object) => {
  const { status, json, text } = await account(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}

function operationOf(id: string) {
  const operation = platform.operations.find((each) => each.id === id)
  if (!operation) throw new Error(`${id} is not offered`)
  return operation
}

/** Carries out an operation with its published example. */
async function follow(id: string, { params = {}, query = '', name, code }: Place = {}) {
  const operation = operationOf(id)
  const path = operation.path.replaceAll(/:(\w+)/g, (_, param: string) => String(params[param]))
  const text = JSON.stringify(platform.exampleOf(operation))
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

it('logging in', async () => {
  // The example's person is nobody here: it is read in the tests of the door.
  tried.add('access.login')
  expect((await done('GET', '/v1/resellers')).balance).toBeGreaterThan(0)
})

it('contacts', async () => {
  const { id } = await follow('contacts.create')
  await follow('contacts.get', { params: { id } })
  await follow('contacts.list')
  await follow('contacts.update', { params: { id } })
  await follow('contacts.delete', { params: { id } })
})

it('customers and their addresses', async () => {
  ;({ handle } = await follow('customers.create'))
  await follow('customers.get', { params: { handle } })
  await follow('customers.list')
  await follow('customers.update', { params: { handle } })
  await follow('tags.create')
  await follow('tags.list')
  await follow('tags.delete', { query: '?key=customer&value=wholesale' })
  await done('PUT', `/v1/customers/${handle}`, { email: 'ada@example.com' })
  await follow('email-verifications.start')
  await follow('email-verifications.restart')
  await follow('email-verifications.list')
  const { handle: unused } = await done('POST', '/v1/customers', person)
  await follow('customers.delete', { params: { handle: unused } })
})

it('nameservers, groups and templates', async () => {
  const host = { params: { name: 'ns1.example.com' } }
  await follow('nameservers.create')
  await follow('nameservers.get', host)
  await follow('nameservers.list')
  await follow('nameservers.update', host)
  await follow('nameservers.delete', host)
  const group = { params: { ns_group: 'example' } }
  await follow('nameserver-groups.create')
  await follow('nameserver-groups.get', group)
  await follow('nameserver-groups.list')
  await follow('nameserver-groups.update', group)
  await follow('nameserver-groups.delete', group)
  await follow('templates.create')
  const [{ id }] = (await follow('templates.list')).results
  await follow('templates.get', { params: { id } })
  await follow('templates.delete', { params: { id } })
})

it('zones', async () => {
  const zone = { params: { name: 'example.com' } }
  await follow('zones.create')
  await follow('zones.get', zone)
  await follow('zones.list')
  await follow('records.list', zone)
  await follow('domain-tokens.create')
  // What the example takes out is there, and what it adds is not.
  const old = { type: 'A', name: 'old', value: '192.0.2.9', ttl: 3600 }
  const www = { type: 'A', name: 'www', value: '192.0.2.10' }
  await done('PUT', '/v1/dns/zones/example.com', { records: { remove: [www], add: [old] } })
  await follow('zones.update', zone)
  await done('POST', '/v1/dns/templates', { name: 'web and mail', records: [{ ...www, name: 'templated', ttl: 3600 }] })
  await follow('zones.apply-template', zone)
  await follow('zones.import', zone)
  await follow('zones.export', zone)
  const { results } = await follow('zones.list-versions', zone)
  await follow('zones.get-version', { params: { ...zone.params, version: results[0].version } })
  await follow('zones.restore', zone)
  await follow('zones.delete', zone)
})

it('looking for a name', async () => {
  await follow('domains.check')
  await follow('domains.suggest-names')
  await follow('domains.prices', { query: '?domain.name=example&domain.extension=com&operation=create' })
  await follow('domain-requirements.list', { query: '?domain.extension=com&operation=create' })
  await follow('customer-requirements.list', { query: '?domain.extension=com' })
  await follow('tlds.list')
  await follow('tlds.get', { params: { name: 'com' } })
})

it('a domain', async () => {
  const { id } = await follow('domains.create')
  const params = { id }
  await eventually(async () => (await follow('domains.get', { params })).status === 'ACT', 'blue-bakery.com active')
  await follow('domains.list')
  await follow('domains.get-timeline', { params })
  await follow('domains.list-operations', { params })
  await follow('domains.update', { params: { id: inPhase('domains.update').id } })
  await follow('domains.renew', { params: { id: inPhase('domains.renew').id } })
  await follow('domains.get-authcode', { params })
  await follow('domains.reset-authcode', { params })
  await follow('domains.delete', { params })
})

it('a domain that comes, goes, and comes back', async () => {
  const name = 'reference-elsewhere.sandbox'
  const rival = await platform.rival()
  expect(await rival.register(name, 'k7!Rp2nq')).toBe(1000)
  rival.close()
  await follow('domains.transfer', { name })
  const of = (id: keyof typeof domainPhases) => ({ params: { id: inPhase(id).id }, name: inPhase(id).name })
  await follow('domains.trade', of('domains.trade'))
  await follow('domains.send-foa', of('domains.send-foa'))
  await follow('domains.restart-last-operation', of('domains.restart-last-operation'))
  await follow('domains.restore', of('domains.restore'))
  await follow('domains.approve-transfer', of('domains.approve-transfer'))
})

it('the account, and what is sold beside a name', async () => {
  const { id: resellerId } = await follow('resellers.get')
  await follow('resellers.update', { params: { id: resellerId } })
  await follow('resellers.get-settings')
  await follow('resellers.get-statistics')
  await follow('transactions.list')
  const { name } = inPhase('domains.update')
  const [label, extension] = [name.slice(0, name.indexOf('.')), name.slice(name.indexOf('.') + 1)]
  const { id } = await follow('dmarc-orders.create', { name })
  await follow('dmarc-orders.get', { query: `?domain.name=${label}&domain.extension=${extension}` })
  await follow('dmarc-orders.list')
  await follow('dmarc-orders.sso', { params: { id }, query: '?type=reseller' })
  // Nobody waits a week for a record here: its time is up, and the name server says that it is not there.
  await sql.query(`update orders.dmarc_order set gives_up_at = '2020-01-01' where id = $1`, [id])
  await done('POST', '/v1/dns/zones', {
    domain: { name: label, extension },
    type: 'master',
    records: [{ type: 'TXT', name: '_dmarc', value: 'v=DMARC1; p=none', ttl: 3600 }],
  })
  await eventually(
    async () => {
      await sql.query(`update orders.dmarc_order set due_at = now() where id = $1 and claimed_until is null`, [id])
      const { rows } = await sql.query('select status from orders.dmarc_order where id = $1', [id])
      return rows[0].status === 'FAI'
    },
    `DMARC order ${id} failed`,
    30_000,
  )
  await follow('dmarc-orders.retry', { params: { id } })
  await follow('dmarc-orders.delete', { params: { id } })
})

it('a certificate', async () => {
  await done('POST', '/v1/dns/zones', platform.exampleOf(operationOf('zones.create')))
  await follow('ssl-products.list')
  await follow('ssl-products.get', { params: { id: 5 } })
  const { id } = await follow('ssl-orders.create')
  const params = { id }
  await follow('ssl-orders.get', { params })
  await follow('ssl-orders.list')
  await follow('approver-emails.list', { query: '?domain=example.com' })
  await follow('csr.create')
  await follow('csr.decode')
  await follow('ssl-orders.create-otp-token', { params })
  await follow('ssl-orders.update', { params })
  // The zone of the example proves the names by itself.
  await eventually(async () => (await done('GET', `/v1/ssl/orders/${id}`)).status === 'ACT', 'the certificate')
  await follow('ssl-orders.reissue', { params })
  await eventually(async () => (await done('GET', `/v1/ssl/orders/${id}`)).status === 'ACT', 'the certificate again')
  await sql.query(`update orders.ssl_order set expires_at = expires_at - interval '360 days' where id = $1`, [id])
  await follow('ssl-orders.renew', { params })
  const order = { ...platform.exampleOf(operationOf('ssl-orders.create')), organization_handle: handle }
  const approver_email = 'webmaster@example.com'
  const mailed = { ...order, enable_dns_automation: false, approver_email }
  const waiting = { params: { id: (await done('POST', '/v1/ssl/orders', mailed)).id as number } }
  await follow('ssl-orders.update-approver-email', waiting)
  await follow('ssl-orders.resend-approver-email', waiting)
  await follow('ssl-orders.cancel', waiting)
})

it('the clock of an installation that is tried out', async () => {
  expect(await follow('sandbox.advance-clock')).toMatchObject({ until: expect.any(String), steps: expect.any(Number) })
})

it('leaves no operation out', () => {
  expect(platform.operations.map(({ id }) => id as string).filter((id) => !tried.has(id))).toEqual([])
})
