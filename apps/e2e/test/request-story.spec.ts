import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '@nameyard/admin/command-line'
import { startCollector, type CollectedSpan, type Collector } from '@nameyard/testing/collector'
import { eventually } from '@nameyard/testing/eventually'
import { certificateRequest } from '../src/certificate-request'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** Of a change of a zone, a certificate, and e-mail DMARC. */
const ZONE_TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CERTIFICATE_TRACE = '0af7651916cd43dd8448eb211c80319c'
const DMARC_TRACE = '0af7651916cd43dd8448eb211c80319d'
const traced = (trace: string) => ({ traceparent: `00-${trace}-00f067aa0ba902b7-00` })

let collector: Collector
let platform: InProcess
let ask: Ask
let handle: string
beforeAll(async () => {
  collector = await startCollector()
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '1' }
  const orders = { ...settings, SSL_SWEEP_SECONDS: '0.1' }
  const [gateway, customers, domains, dns, worker] = Array.from({ length: 5 }, () => settings)
  platform = await startInProcess({ gateway, customers, domains, dns, orders, worker })
  ask = await platform.open('teller')
  handle = (await ask('POST', '/v1/customers', { body: person })).json.data.handle
})
afterAll(async () => {
  await platform?.close()
  await collector?.close()
})

async function admin(...args: string[]): Promise<string[]> {
  const lines: string[] = []
  await runCommand(args, { AMQP_URL: platform.amqpUrl }, (line) => lines.push(line))
  return lines
}

/** Sends a request that must succeed. Returns its id and its answer. */
async function done(method: string, path: string, body: unknown, more = {}) {
  const { status, headers, json } = await ask(method, path, { body, headers: more })
  expect({ status, json }).toMatchObject({ status: 200 })
  return { request: String(headers['x-request-id']), data: json.data }
}

/** The story of a request, as soon as it has all parts: the trail, the ledger and name servers get theirs by messages. */
async function story(request: string, parts: readonly RegExp[]): Promise<string[]> {
  const lines = await eventually(async () => {
    const told = await admin('trace', request)
    const missing = parts.filter((part) => !part.test(told.join('\n')))
    if (missing.length > 0) throw new Error(`${missing.join(' ')} in ${told.join('\n')}`)
    return told
  }, 'the whole story')
  const times = lines.slice(1).map((line) => Date.parse(line.split(' ')[0]!))
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  return lines
}

/** The names of the steps from the first one to this one. */
function pathTo(span: CollectedSpan): string[] {
  const parent = collector.spans.find(({ spanId }) => spanId === span.parentSpanId)
  return [...(parent ? pathTo(parent) : []), `${span.service}: ${span.name}`]
}

/** The path to a step of a trace, as soon as the gateway has sent its steps too. Each service sends them in its own time. */
const tracedPath = (trace: string, name: string) =>
  eventually(() => {
    const span = collector.spans.find((each) => each.traceId === trace && each.name === name)
    const path = span ? pathTo(span) : []
    return path[0]?.startsWith('gateway: ') && path
  }, `the step ${name}`)

test('the story of an order has who asked, the money, the messages and the commands, by request or by name', async () => {
  const { request } = await done('POST', '/v1/domains', order('told.org', handle))
  const lines = await story(request, [
    /account {3}domains\.create \(domain told\.org\) by contact \d+ teller of account \d+: /,
    /registry {2}domain\.create of told\.org at sandbox begins, operation [\da-f-]{36}$/m,
    /registry {2}domain:create told\.org: answered 1000 at /,
    /registry {2}domain\.create of told\.org is done, attempts: 1$/m,
    /money {5}reserve for told\.org of account \d+: balance -[\d.]+, reserved \+[\d.]+ EUR$/m,
    /money {5}capture for told\.org of account \d+: balance 0, reserved -[\d.]+ EUR$/m,
    /message {3}registry\.operation-settled [\da-f-]{36} of registry-worker, key registry\.operation-settled\.v1: published at /,
    /message {3}registry\.operation-settled [\da-f-]{36} is handled by domains\.settlement of domains$/m,
  ])
  expect(lines[0]).toBe(`request ${request} of told.org`)

  const frames = (await admin('trace', request, '--frames')).join('\n')
  expect(frames).toContain('<domain:create')
  expect(frames).not.toContain(person.email)
  expect(frames).not.toMatch(/<domain:pw>[^<*]+</)
  // Each service that handles a message of the order adds a line, in its own time.
  await eventually(async () => {
    const told = await admin('trace', request)
    const facts = JSON.parse((await admin('--json', 'trace', request)).join('')) as {
      operations: object[]
      story: object[]
    }
    expect(await admin('trace', 'TOLD.org')).toEqual(told)
    expect(facts.operations).toHaveLength(1)
    expect(facts.story).toHaveLength(told.length - 1)
    return true
  }, 'the same story by request, by name and as JSON')
})

test('the story of a change of records ends at the name servers, and so does its trace', async () => {
  const domain = { name: 'shown', extension: 'org' }
  const records = [{ type: 'A', name: '', value: '192.0.2.1', ttl: 600 }]
  const { request: created } = await done('POST', '/v1/dns/zones', { domain, type: 'master', records })
  // A change while an earlier version waits for its publication sends no command of its own.
  await story(created, [/dns {7}version 1 of zone shown\.org is published$/m])
  const record = { type: 'A', name: 'www', value: '192.0.2.1', ttl: 600 }
  const change = { records: { add: [record] } }
  const { request } = await done('PUT', '/v1/dns/zones/shown.org', change, traced(ZONE_TRACE))
  await story(request, [
    /account {3}zones\.update \(zone shown\.org\) by contact \d+ teller of account \d+: records$/m,
    /dns {7}version 2 of zone shown\.org of account \d+ by zones\.update, records: 1 added, 0 removed$/m,
    /dns {7}version 2 of zone shown\.org is at 127\.0\.0\.1:\d+$/m,
    /dns {7}version 2 of zone shown\.org is published$/m,
    /message {3}dns\.publish-zone [\da-f-]{36} of dns to dns, key commands: published at /,
  ])
  // By the command of the change, or in the pause after the publication before.
  const path = await tracedPath(ZONE_TRACE, 'dns publish')
  const asking = ['gateway: PUT /v1/dns/zones/:name', 'gateway: ask zones.update']
  expect(path.slice(0, 3)).toEqual([...asking, 'dns: zones.update'])
})

test('the story of a certificate goes from the order to the issuance, and so does its trace', async () => {
  const domain = { name: 'issued', extension: 'org' }
  await done('POST', '/v1/domains', { ...order('issued.org', handle), ns_group: 'dns-openprovider' })
  const records = [{ type: 'A', name: '', value: '127.0.0.1', ttl: 600 }]
  await done('POST', '/v1/dns/zones', { domain, type: 'master', records })
  const asked = {
    ...{ product_id: 5, period: 1, autorenew: 'off', enable_dns_automation: true, start_provision: true },
    ...{ organization_handle: handle, software_id: 'linux' },
    csr: await certificateRequest('issued.org'),
    domain_validation_methods: [{ host_name: 'issued.org', method: 'dns' }],
  }
  const { request, data } = await done('POST', '/v1/ssl/orders', asked, traced(CERTIFICATE_TRACE))
  const lines = await story(request, [
    new RegExp(`account {3}ssl-orders\\.create \\(ssl order ${data.id}\\) by contact \\d+ teller of account \\d+: `),
    /dns {7}version \d+ of zone issued\.org of account \d+ by zones\.set-proof, records: 1 added, 0 removed$/m,
    /dns {7}version \d+ of zone issued\.org of account \d+ by zones\.set-proof, records: 0 added, 1 removed$/m,
    /money {5}reserve for .+: balance -[\d.]+, reserved \+[\d.]+ EUR$/m,
    /money {5}capture for .+: balance 0, reserved -[\d.]+ EUR$/m,
    new RegExp(`account {3}ssl-orders\\.issued \\(ssl order ${data.id}\\) by the platform of account \\d+: serial "`),
  ])
  expect(lines[0]).toBe(`request ${request}`)
  const asking = ['gateway: POST /v1/ssl/orders', 'gateway: ask ssl-orders.create', 'orders: ssl-orders.create']
  const step = [...asking, 'orders: process ssl order']
  expect(await tracedPath(CERTIFICATE_TRACE, 'ca issue')).toEqual([...step, 'orders: ca issue'])
  // The record that proves control is published in the same trace.
  const placed = await tracedPath(CERTIFICATE_TRACE, 'zones.set-proof')
  expect(placed).toEqual([...step, 'orders: ask zones.set-proof', 'dns: zones.set-proof'])

  const cancelled = await done('POST', `/v1/ssl/orders/${data.id}/cancel`, {})
  await story(cancelled.request, [
    new RegExp(`account {3}ssl-orders\\.cancel \\(ssl order ${data.id}\\) by contact `),
    new RegExp(`account {3}ssl-orders\\.revoked \\(ssl order ${data.id}\\) by the platform of account \\d+$`, 'm'),
  ])
  await eventually(() => collector.spans.some(({ name }) => name === 'ca revoke'), 'the revocation')
})

test('the story of e-mail DMARC has the record and the money, and its trace the steps', async () => {
  const domain = { name: 'issued', extension: 'org' }
  const dmarc = await done('POST', '/v1/easydmarcs', { domain, owner_handle: handle }, traced(DMARC_TRACE))
  await story(dmarc.request, [
    /account {3}dmarc-orders\.create \(dmarc order issued\.org\) by contact /,
    /dns {7}version \d+ of zone issued\.org of account \d+ by zones\.set-proof, records: 1 added, 0 removed$/m,
    /money {5}reserve for .+: balance -[\d.]+, reserved \+[\d.]+ EUR$/m,
    /money {5}capture for .+: balance 0, reserved -[\d.]+ EUR$/m,
  ])
  const asking = ['gateway: POST /v1/easydmarcs', 'gateway: ask dmarc-orders.create', 'orders: dmarc-orders.create']
  const path = await tracedPath(DMARC_TRACE, 'process dmarc order')
  expect(path).toEqual([...asking, 'orders: process dmarc order'])
})

test('the story of a change of a customer has the changed fields', async () => {
  const { request } = await done('PUT', `/v1/customers/${handle}`, { email: 'other@example.com' })
  const lines = await story(request, [
    new RegExp(
      `account {3}customers\\.update \\(customer ${handle}\\) by contact \\d+ teller of account \\d+: email$`,
      'm',
    ),
  ])
  expect(lines.join('\n')).not.toContain('other@example.com')
})

test('a request that changed nothing has no story', async () => {
  await expect(admin('trace', randomUUID())).rejects.toThrow(/^Nothing of /)
  await expect(admin('trace', 'never-ordered.org')).rejects.toThrow('Nothing of never-ordered.org is stored.')
})

/** The steps of docs/tracing.md: the names of their example stand for any others of the kind. */
function documentedSteps(): {
  readonly example: string
  readonly name: RegExp
  readonly attributes: readonly string[]
}[] {
  const text = readFileSync(join(__dirname, '../../../docs/tracing.md'), 'utf8')
  const table = text.slice(text.indexOf('## Steps'), text.indexOf('A step that failed'))
  return [...table.matchAll(/^\| `([^`]+)` +\|[^|]+\|(.*)\|$/gm)].map(([, name = '', attributes = '']) => {
    const [kind = '', object] = name.split(' ')
    const isFixed = /^(ca|dns|process|send)$/.test(kind)
    const ofKind = kind === 'POST' ? '[A-Z]+' : kind
    const anyName = object === undefined ? '[a-z-]+\\.[a-z-]+' : `${ofKind} \\S+`
    return {
      example: name,
      name: new RegExp(`^${isFixed ? name : anyName}$`),
      attributes: [...attributes.matchAll(/`([^`]+)`/g)].map(([, attribute = '']) => attribute),
    }
  })
}

test('every step that these requests made is in the table of docs/tracing.md, with its attributes', async () => {
  const steps = documentedSteps()
  const unknown = collector.spans.flatMap(({ name, attributes }) => {
    const step = steps.find((each) => each.name.test(name))
    if (!step) return [name]
    const known = [...step.attributes, 'error.type']
    return Object.keys(attributes).flatMap((key) => (known.includes(key) ? [] : [`${name}: ${key}`]))
  })
  expect([...new Set(unknown)]).toEqual([])
  // Each service sends its steps by itself, in its own time.
  await eventually(() => {
    const others = steps.filter(({ name }) => !collector.spans.some((span) => name.test(span.name)))
    expect(others.map(({ example }) => example)).toEqual(['rri domain:create', 'upstream domains.create'])
    return true
  }, 'a step of each kind')
})
