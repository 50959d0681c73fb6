import { Logger } from '@nestjs/common'
import { openTracer } from '@nameyard/tracing/open-tracer'
import type { TracingSettings } from '@nameyard/tracing/settings'
import type { Tracer } from '@nameyard/tracing/span'

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

  async close(): Promise<void> {
    await this.tracer?.close()
  }
}
