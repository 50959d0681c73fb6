import { Injectable } from '@nestjs/common'

/** A figure of a service that goes up and down. */
export interface Gauge {
  /** Snake case, the service first and the unit last: `dns_oldest_unpublished_seconds`. */
  readonly name: string
  /** What it is, in one sentence. */
  readonly help: string
  /** Reads it at the moment it is asked for. */
  read(): Promise<number>
}

/** What a service shows of itself to whoever watches it. */
@Injectable()
export class Metrics {
  private readonly gauges: Gauge[] = []

  add(gauge: Gauge): void {
    this.gauges.push(gauge)
  }

  /** All figures in the text format of Prometheus (version 0.0.4). */
  async print(): Promise<string> {
    const printed = await Promise.all(
      this.gauges.map(
        async ({ name, help, read }) => `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${await read()}\n`,
      ),
    )
    return printed.join('')
  }
}
