import { Logger } from '@nestjs/common'
import { openTracer } from '@nameyard/tracing/open-tracer'
import type { TracingSettings } from '@nameyard/tracing/settings'
import type { Span, SpanStart, Tracer } from '@nameyard/tracing/span'
import { readTraceparent, traceIdOf } from '@nameyard/tracing/traceparent'
import { currentTrace, currentWork, working } from '@nameyard/tracing/work'

/** Work that begins later after its request has a trace of its own. */
const LONGEST_TRACE_MS = 3_600_000

/** Work of a row that a request has stored. */
export interface StoredWork {
  /** The request; null if the platform began the work by itself. */
  readonly correlationId: string | null
  /** Id of the operation, event or command, for log lines. */
  readonly operation: string
  readonly account?: number
  /** The `traceparent` of the step that stored the work. */
  readonly trace: string | null
  /** When the work was stored, by the clock of the platform. */
  readonly since: Date | null
}

/** The request and the step of its trace that store work, as columns of the row. */
export const askedIn = ({ correlationId }: { readonly correlationId: string }) => ({
  request: correlationId,
  trace: currentTrace() ?? null,
})

/** The columns of {@link askedIn}. */
export type AskedIn = ReturnType<typeof askedIn>

/** The tracer of a service, for the parts that begin work themselves. */
export class Traces {
  /** For a service that traces nothing. */
  static readonly none = new Traces(undefined)

  private constructor(readonly tracer: Tracer | undefined) {}

  static async open(service: string, settings: TracingSettings): Promise<Traces> {
    const log = new Logger('traces')
    const tracer = await openTracer(service, settings, (problem) => {
      if (problem === undefined) log.warn('the collector accepts spans again')
      else log.warn(`the collector does not accept spans, they are dropped: ${problem}`)
    })
    return new Traces(tracer)
  }

  /**
   * Does stored work as a step of the trace of its request. In a step of the same trace, such as the command that asks for
   * the work, it is a part of that. Long after the request, the step begins a trace of its own with a link: no viewer shows
   * a trace of days. A failure ends the step as failed.
   */
  async carryOn<T>(
    { correlationId, operation, account, trace, since }: StoredWork,
    now: Date,
    name: string,
    start: SpanStart,
    act: (span?: Span) => Promise<T>,
  ): Promise<T> {
    const current = currentWork()?.span
    const isPart = current !== undefined && readTraceparent(trace)?.traceId === traceIdOf(current.traceparent)
    const isSoon = isPart || since === null || now.getTime() - since.getTime() < LONGEST_TRACE_MS
    const { tracer } = this
    const parent = (isPart ? current.traceparent : trace) ?? undefined
    const span = isSoon ? tracer?.resume(parent, name, start) : tracer?.follow(parent, name, start)
    return working({ correlationId: correlationId ?? undefined, operation, account, span }, async () => {
      try {
        return await act(span)
      } catch (error) {
        span?.fail((error as Error).name)
        throw error
      } finally {
        span?.end()
      }
    })
  }

  async close(): Promise<void> {
    await this.tracer?.close()
  }
}
