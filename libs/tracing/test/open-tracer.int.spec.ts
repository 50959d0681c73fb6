import { startCollector, type Collector } from '@nameyard/testing/collector'
import { openTracer } from '../src/open-tracer'
import type { Tracer } from '../src/span'
import { currentWork, inSpan, working } from '../src/work'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = `00-${TRACE}-00f067aa0ba902b7-01`
const server = { kind: 'server' } as const

let collector: Collector
beforeEach(async () => void (collector = await startCollector()))
afterEach(() => collector.close())

const problems: (string | undefined)[] = []
const open = (share: number, url = collector.url): Promise<Tracer | undefined> =>
  openTracer(
    'gateway',
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_HEADERS: { 'x-key': 'k' },
      OTEL_TRACES_SAMPLER_ARG: share,
    },
    (problem) => problems.push(problem),
  )

it('traces nothing without a collector', async () => {
  const settings = { OTEL_EXPORTER_OTLP_HEADERS: {}, OTEL_TRACES_SAMPLER_ARG: 1 }
  expect(await openTracer('gateway', settings, () => undefined)).toBeUndefined()
})

it('sends spans with the trace id of the caller, its step as parent, and the headers of the settings', async () => {
  const tracer = (await open(1))!
  const span = tracer.admit(CALLER, 'GET /v1/domains', server)
  span.child('ask domains.list', { kind: 'client', attributes: { 'rpc.method': 'domains.list' } })!.end()
  span.end()
  await tracer.close()
  const [asked, request] = collector.spans
  expect(request).toMatchObject({ service: 'gateway', traceId: TRACE, parentSpanId: '00f067aa0ba902b7' })
  expect(asked).toMatchObject({ traceId: TRACE, parentSpanId: request!.spanId })
  expect(asked!.attributes).toEqual({ 'rpc.method': 'domains.list' })
  expect(collector.headers()['x-key']).toBe('k')
})

it('does not let the flag of a caller switch sampling on, and keeps its trace id', async () => {
  const tracer = (await open(0))!
  const span = tracer.admit(CALLER, 'GET /v1/domains', server)
  expect(span.isSampled).toBe(false)
  expect(span.traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`))
  expect(span.child('ask', server)).toBeUndefined()
  const handled = tracer.resume(span.traceparent, 'domains.list', server)
  expect(handled.traceparent).toBe(span.traceparent)
  handled.end()
  span.end()
  await tracer.close()
  expect(collector.spans).toEqual([])
})

it('gives each trace that is not sampled ids of its own', async () => {
  const tracer = (await open(0))!
  const begun = Array.from({ length: 1_000 }, () => tracer.admit(undefined, 'GET /v1/domains', server).traceparent)
  expect(begun.filter((each) => !/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/.test(each))).toEqual([])
  expect(new Set(begun.flatMap((each) => each.split('-').slice(1, 3))).size).toBe(2_000)
  await tracer.close()
})

it('begins a new trace with a link to an earlier one', async () => {
  const tracer = (await open(1))!
  tracer.follow(CALLER, 'execute domain.transfer', { kind: 'consumer' }).end()
  await tracer.close()
  const [span] = collector.spans
  expect(span!.traceId).not.toBe(TRACE)
  expect(span!.parentSpanId ?? '').toBe('')
  expect(span!.links).toEqual([expect.objectContaining({ traceId: TRACE, spanId: '00f067aa0ba902b7' })])
})

it('makes steps of the current work, marks those that failed, and leaves the work as it was', async () => {
  const tracer = (await open(1))!
  const span = tracer.admit(undefined, 'POST /v1/domains', server)
  await working({ correlationId: 'c', span }, async () => {
    const failing = inSpan('epp domain:create', { kind: 'client' }, () => {
      expect(currentWork()?.correlationId).toBe('c')
      return Promise.reject(new TypeError('auth code hunter2'))
    })
    await expect(failing).rejects.toThrow('hunter2')
    expect(currentWork()?.span).toBe(span)
  })
  span.end()
  await tracer.close()
  expect(collector.spans[0]).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': 'TypeError' } })
  expect(JSON.stringify(collector.spans)).not.toContain('hunter2')
})

it('reports a collector that refuses, and closes although one does not answer', async () => {
  const silent = await startCollector({ isSilent: true })
  const refusing = await startCollector({ status: 401 })
  const refused = (await open(1, refusing.url))!
  const waiting = (await open(1, silent.url))!
  for (const tracer of [refused, waiting]) tracer.admit(undefined, 'GET /', server).end()
  await Promise.all([refused.close(), waiting.close()])
  expect(problems.some((problem) => problem !== undefined)).toBe(true)
  await Promise.all([silent.close(), refusing.close()])
})
