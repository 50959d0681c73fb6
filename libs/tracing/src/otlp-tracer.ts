import {
  ROOT_CONTEXT,
  SpanKind as OtelKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Span as OtelSpan,
  type SpanContext,
  type Tracer as OtelTracer,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { AlwaysOnSampler, BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { SpanExporter } from '@opentelemetry/sdk-trace-base'
import type { Attributes, Report, Span, SpanStart, Tracer } from './span'
import { isUnsampled, printTraceparent, readTraceparent, type Traceparent } from './traceparent'
import { UnsampledSpan } from './unsampled-span'

interface Options {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Share of the traces that are sampled, 0 to 1. */
  readonly share: number
  readonly report: Report
}

/** Spans that wait for the collector; further ones are dropped. */
const MOST_WAITING = 2_048
/** Milliseconds between two exports. */
const EXPORT_EACH_MS = 1_000
/** Milliseconds that one export may take. */
const EXPORT_MS = 3_000
/** Milliseconds that the end of a service waits for its last spans. */
const CLOSE_MS = 2_000

const KINDS = {
  client: OtelKind.CLIENT,
  consumer: OtelKind.CONSUMER,
  internal: OtelKind.INTERNAL,
  producer: OtelKind.PRODUCER,
  server: OtelKind.SERVER,
} as const

/**
 * Sends spans to a collector by OTLP over HTTP. Sampling is decided here, at random, and not by a sampler that reads the
 * trace id: a caller may choose that id. What is not sampled never reaches the SDK.
 */
export class OtlpTracer implements Tracer {
  private readonly provider: BasicTracerProvider
  private readonly tracer: OtelTracer

  constructor(
    service: string,
    private readonly options: Options,
  ) {
    const { url, headers, report } = options
    const exporter = reporting(
      new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: EXPORT_MS }),
      report,
    )
    const queue = {
      maxQueueSize: MOST_WAITING,
      scheduledDelayMillis: EXPORT_EACH_MS,
      exportTimeoutMillis: EXPORT_MS,
    }
    this.provider = new BasicTracerProvider({
      resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'nameyard' }),
      sampler: new AlwaysOnSampler(),
      spanProcessors: [new BatchSpanProcessor(exporter, queue)],
    })
    this.tracer = this.provider.getTracer('nameyard')
  }

  admit(traceparent: unknown, name: string, start: SpanStart): Span {
    const caller = readTraceparent(traceparent)
    return this.isChosen() ? this.record(name, start, caller) : UnsampledSpan.begin(caller?.traceId)
  }

  resume(traceparent: string | undefined, name: string, start: SpanStart): Span {
    if (isUnsampled(traceparent)) return new UnsampledSpan(traceparent)
    const parent = readTraceparent(traceparent)
    if (!parent) return this.admit(undefined, name, start)
    return parent.isSampled ? this.record(name, start, parent) : new UnsampledSpan(printTraceparent(parent))
  }

  follow(traceparent: string | undefined, name: string, start: SpanStart): Span {
    const earlier = readTraceparent(traceparent)
    if (!earlier) return this.admit(undefined, name, start)
    return earlier.isSampled ? this.record(name, start, undefined, earlier) : UnsampledSpan.begin()
  }

  /** A collector that does not answer must not hold the end of the service. */
  async close(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_MS)))
    await Promise.race([this.provider.shutdown().catch(() => undefined), patience])
    clearTimeout(timer)
  }

  private isChosen(): boolean {
    return Math.random() < this.options.share
  }

  private record(name: string, start: SpanStart, parent?: Traceparent, earlier?: Traceparent): Span {
    return recorded(this.tracer, name, start, parent, earlier)
  }
}

function recorded(
  tracer: OtelTracer,
  name: string,
  { kind, attributes = {} }: SpanStart,
  parent?: Traceparent,
  earlier?: Traceparent,
): RecordedSpan {
  const context = parent ? trace.setSpanContext(ROOT_CONTEXT, contextOf(parent)) : ROOT_CONTEXT
  const links = earlier ? [{ context: contextOf(earlier) }] : []
  const span = tracer.startSpan(name, { kind: KINDS[kind], attributes, links }, context)
  return new RecordedSpan(tracer, span)
}

const contextOf = ({ traceId, spanId }: Traceparent): SpanContext => ({
  traceId,
  spanId,
  traceFlags: TraceFlags.SAMPLED,
  isRemote: true,
})

class RecordedSpan implements Span {
  readonly isSampled = true
  private readonly context: Traceparent

  constructor(
    private readonly tracer: OtelTracer,
    private readonly span: OtelSpan,
  ) {
    const { traceId, spanId } = span.spanContext()
    this.context = { traceId, spanId, isSampled: true }
  }

  get traceparent(): string {
    return printTraceparent(this.context)
  }

  child(name: string, start: SpanStart): Span {
    return recorded(this.tracer, name, start, this.context)
  }

  set(attributes: Attributes): void {
    this.span.setAttributes(attributes)
  }

  fail(kind: string): void {
    this.span.setAttribute('error.type', kind).setStatus({ code: SpanStatusCode.ERROR })
  }

  end(): void {
    this.span.end()
  }
}

/** Reports the first failure after a success, and the first success after a failure. */
function reporting(exporter: SpanExporter, report: Report): SpanExporter {
  let isFailing = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== 0
        if (hasFailed !== isFailing) report(hasFailed ? (result.error?.message ?? 'no answer') : undefined)
        isFailing = hasFailed
        done(result)
      }),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  }
}
