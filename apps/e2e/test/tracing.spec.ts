import { startCollector, type CollectedSpan, type Collector } from '@nameyard/testing/collector'
import { eventually } from '@nameyard/testing/eventually'
import { order, person } from '../src/reseller'
import { startInProcess, type InProcess } from './in-process'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'

let collector: Collector
let platform: InProcess | undefined
beforeEach(() => void (platform = undefined))
afterEach(async () => {
  await platform?.close()
  await collector.close()
})

async function start(share: string): Promise<InProcess> {
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: share }
  const [gateway, customers, domains, dns, orders, worker] = Array.from({ length: 6 }, () => traced)
  platform = await startInProcess({ gateway, customers, domains, dns, orders, worker })
  return platform
}

/** The names of the steps from the first one to this one. */
function pathTo(span: CollectedSpan, spans: readonly CollectedSpan[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId)
  return [...(parent ? pathTo(parent, spans) : []), `${span.service}: ${span.name}`]
}

test('one trace goes from the request to the command at the registry, and back with the event', async () => {
  collector = await startCollector()
  const { open } = await start('1')
  const ask = await open('traced')
  const { json } = await ask('POST', '/v1/customers', { body: person })
  const headers = { traceparent: `00-${TRACE}-${CALLER}-00` }
  const ordered = await ask('POST', '/v1/domains', { body: order('traced.org', json.data.handle), headers })
  expect(ordered.status).toBe(200)
  const find = (name: string) => collector.spans.find((span) => span.traceId === TRACE && span.name === name)
  const toWorker = [
    'gateway: POST /v1/domains',
    'gateway: ask domains.create',
    'domains: domains.create',
    'domains: publish registry.submit-operation',
    'registry-worker: consume registry.submit-operation',
    'registry-worker: execute domain.create',
  ]
  const toRegistry = [...toWorker, 'registry-worker: epp domain:create']
  const back = [
    ...toWorker,
    'registry-worker: publish registry.operation-settled',
    'domains: consume registry.operation-settled',
  ]
  // Each service sends its steps by itself, in its own time.
  const isThere = (step: string) => find(step.slice(step.indexOf(': ') + 2)) !== undefined
  await eventually(async () => [...toRegistry, ...back].every(isThere), 'every step')
  const root = find('POST /v1/domains')!
  expect(root.parentSpanId).toBe(CALLER)
  expect(root.attributes).toMatchObject({ 'http.route': '/v1/domains', 'http.response.status_code': 200 })
  const create = find('epp domain:create')!
  expect(pathTo(create, collector.spans)).toEqual(toRegistry)
  expect(create.attributes).toMatchObject({ 'nameyard.registry': 'sandbox', 'epp.code': 1000 })
  expect(pathTo(find('consume registry.operation-settled')!, collector.spans)).toEqual(back)
  const text = JSON.stringify(collector.spans)
  expect([person.email, person.name.last_name, 'traced.org'].filter((data) => text.includes(data))).toEqual([])
})

test('the flag of a caller does not switch sampling on', async () => {
  collector = await startCollector()
  const { open } = await start('0')
  const ask = await open('flagged')
  const headers = { traceparent: `00-${TRACE}-${CALLER}-01` }
  expect((await ask('GET', '/v1/domains', { headers })).status).toBe(200)
  await platform!.close()
  platform = undefined
  expect(collector.spans).toEqual([])
})

test('a collector that does not answer fails no request, and does not hold the end', async () => {
  collector = await startCollector({ isSilent: true })
  const { open } = await start('1')
  const ask = await open('unheard')
  const { json } = await ask('POST', '/v1/customers', { body: person })
  const ordered = await ask('POST', '/v1/domains', { body: order('unheard.org', json.data.handle) })
  expect(ordered.status).toBe(200)
  const status = async () => (await ask('GET', `/v1/domains/${ordered.json.data.id}`)).json.data.status
  await eventually(async () => (await status()) === 'ACT', 'the registered domain')
  await platform!.close()
  platform = undefined
})
