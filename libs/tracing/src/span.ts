/** Never names of people, auth codes, tokens or parameters of statements. */
export type Attributes = Readonly<Record<string, boolean | number | string | undefined>>

export type SpanKind = 'client' | 'consumer' | 'internal' | 'producer' | 'server'

export interface SpanStart {
  readonly kind: SpanKind
  readonly attributes?: Attributes
}

/** One step of a trace. A span of a trace that is not sampled only has its identifiers. */
export interface Span {
  /** Whether the trace is recorded. */
  readonly isSampled: boolean
  /** Names this span as the parent of others. */
  readonly traceparent: string
  /** Starts a step of this one; undefined if the trace is not sampled. */
  child(name: string, start: SpanStart): Span | undefined
  set(attributes: Attributes): void
  /** Marks the step as failed. `kind` is the kind of the failure, never its message: that may contain data. */
  fail(kind: string): void
  end(): void
}

/** Where a tracer reports that the collector does not answer, or answers again. */
export type Report = (problem: string | undefined) => void

/** Starts the spans of one service. */
export interface Tracer {
  /**
   * Starts the span of a request from outside. It has the trace id of the caller, if `traceparent` is valid, but whether it
   * is sampled is decided here: the flag of a caller would let everybody switch sampling on.
   */
  admit(traceparent: unknown, name: string, start: SpanStart): Span
  /** Starts a step of a trace of this platform. Without one, the step is the first of a new trace. */
  resume(traceparent: string | undefined, name: string, start: SpanStart): Span
  /** Starts a new trace with a link to an earlier one, sampled if that one was. */
  follow(traceparent: string | undefined, name: string, start: SpanStart): Span
  /** Sends the spans that wait, for a limited time. */
  close(): Promise<void>
}
