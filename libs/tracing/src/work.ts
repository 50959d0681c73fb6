import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span, SpanStart } from './span'
import { traceIdOf } from './traceparent'

/** What the running code works for: the fields of its log lines, and the parent of its spans. */
export interface Work {
  readonly correlationId?: string | undefined
  /** Id of the operation, event or command. */
  readonly operation?: string | undefined
  /** The account of the reseller. */
  readonly account?: number | undefined
  readonly span?: Span | undefined
}

/** What log lines belong to that are written outside of {@link working}. */
export interface LoggedWork extends Omit<Work, 'span'> {
  /** The `traceparent` of the work. */
  readonly trace?: string | undefined
}

const storage = new AsyncLocalStorage<Work>()

/** The work of log lines that are being written outside of `working`. */
let logged: LoggedWork | undefined

/** The work that the running code belongs to; undefined for what the platform does by itself. */
export const currentWork = (): Work | undefined => storage.getStore()

/** Runs `act`, and everything that it starts, as part of `work`. */
export const working = <T>(work: Work, act: () => T): T => storage.run(work, act)

/** Gives the log lines that `write` writes the fields of `work`, unless they have those of the current work. */
export function loggingFor(work: LoggedWork, write: () => void): void {
  logged = work
  try {
    write()
  } finally {
    logged = undefined
  }
}

/** The `traceparent` of the current work. */
export const currentTrace = (): string | undefined => storage.getStore()?.span?.traceparent

/** Runs `act` as a step of the current work. `act` gets the span, unless the work is not sampled. */
export async function inSpan<T>(name: string, start: SpanStart, act: (span?: Span) => Promise<T>): Promise<T> {
  const work = storage.getStore()
  const span = work?.span?.child(name, start)
  if (!span) return act()
  return storage.run({ ...work, span }, async () => {
    try {
      return await act(span)
    } catch (error) {
      span.fail((error as Error).name)
      throw error
    } finally {
      span.end()
    }
  })
}

/** The fields that every log line of the current work has. */
export function workFields(): object {
  const current = storage.getStore()
  const work = current ?? logged
  if (!work) return {}
  const { correlationId, operation, account } = work
  const trace = current ? current.span?.traceparent : logged?.trace
  return {
    ...(correlationId !== undefined && { request: correlationId }),
    ...(trace !== undefined && { trace: traceIdOf(trace) }),
    ...(account !== undefined && { account }),
    ...(operation !== undefined && { operation }),
  }
}
