import { createLog } from '@nameyard/runtime/log'
import { startCollector, type Collector } from '@nameyard/testing/collector'
import { eventually } from '@nameyard/testing/eventually'
import { currentWork, type Work } from '@nameyard/tracing/work'
import { behind, customer, openEdge, type Edge } from './edge'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }

let edge: Edge
let collector: Collector
beforeAll(async () => {
  edge = await openEdge()
  collector = await startCollector()
})
afterAll(async () => {
  await edge?.close()
  await collector?.close()
})
afterEach(() => void (behind.seen = []))

/** What was followed when the line was written: nothing, because that would cost every promise of the gateway. */
let followed: Work | undefined

/** Sends one request that changes something to a gateway with traces, and returns the line of its log. */
async function lineOf(share: string, headers: Record<string, string>) {
  const written: string[] = []
  const log = createLog('gateway', 'warn', {
    write: (line: string) => {
      followed = currentWork()
      written.push(line)
    },
  })
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: share, SLOW_REQUEST_MS: '1' }
  const gateway = await edge.start(settings, log)
  await edge.create(customer, { to: gateway, headers: { 'content-type': 'application/json', ...headers } })
  await eventually(() => Promise.resolve(written.length > 0), 'the line')
  await gateway.close()
  return JSON.parse(written[0]!) as { readonly trace?: string }
}

test('each question that a traced request asks a service is a step of it', async () => {
  const { trace } = await lineOf('1', CALLER)
  expect(trace).toBe(TRACE)
  expect(followed).toBeUndefined()
  const spans = collector.spans.filter(({ traceId }) => traceId === TRACE)
  const request = spans.find(({ name }) => name === 'POST /v1/customers')!
  const asked = spans.filter(({ name }) => name.startsWith('ask '))
  expect(asked.map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual([
    ['ask access.authenticate', request.spanId],
    ['ask customers.create', request.spanId],
  ])
  expect(behind.seen[0]!.call.trace).toBe(`00-${TRACE}-${asked[1]!.spanId}-01`)
})

test('a request that is not traced passes its decision on, and its lines have the id that its client gave', async () => {
  const sent = collector.spans.length
  expect((await lineOf('0', CALLER)).trace).toBe(TRACE)
  expect(behind.seen[0]!.call.trace).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`))
  expect(collector.spans).toHaveLength(sent)
  expect(followed).toBeUndefined()
})

test('a request without an id of its client has a new one', async () => {
  const [first, second] = [await lineOf('0', {}), await lineOf('0', {})]
  expect(first.trace).toMatch(/^[0-9a-f]{32}$/)
  expect(first.trace).not.toBe(second.trace)
  expect(behind.seen[0]!.call.trace).toContain(`-${first.trace}-`)
})
