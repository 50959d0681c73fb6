import { Injectable } from '@nestjs/common'

/** A metric of a service that can rise and fall. */
export interface Gauge {
  /** Snake case, the service first and the unit last: `dns_oldest_unpublished_seconds`. */
  readonly name: string
  /** Describes the metric in one sentence. */
  readonly help: string
  /** Returns the current value. */
  read(): Promise<number>
}

/** The metrics of a service. */
@Injectable()
export class Metrics {
  private readonly gauges: Gauge[] = []

  add(gauge: Gauge): void {
    this.gauges.push(gauge)
  }

  /** Prints all metrics in the text format of Prometheus (version 0.0.4). */
  async print(): Promise<string> {
    const printed = await Promise.all(
      this.gauges.map(
        async ({ name, help, read }) => `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${await read()}\n`,
      ),
    )
    return printed.join('')
  }
}
