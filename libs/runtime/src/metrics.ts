import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { Logger } from '@nestjs/common'
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge as PrometheusGauge,
  Histogram,
  Registry,
} from 'prom-client'

/** A value of a metric with labels. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

interface Named {
  /** Snake case, the service or `nameyard` first and the unit last: `dns_oldest_unpublished_seconds`. */
  readonly name: string
  /** Describes the metric in one sentence. */
  readonly help: string
  /** Each must have few values: never an account of a reseller, a domain, an id or a text of an error. */
  readonly labels?: readonly string[]
}

/** A metric that can rise and fall. It is read when a scraper asks. */
export interface Gauge extends Named {
  /**
   * Whether the value is read before those of other gauges. They take connections to the database, all at once, so that
   * a figure about connections would show the scrape itself.
   */
  readonly isFirst?: boolean
  /** Returns the current value, or one for each set of labels. */
  read(): number | readonly Sample[] | Promise<number | readonly Sample[]>
}

/** Milliseconds that the reading of one gauge may take; less than a scraper waits. */
const READ_MS = 1_000

/**
 * Milliseconds between two looks at the delay of the event loop. Ten, the default, are a hundred timers a second: most of what
 * an idle process costs. The figures of `nodejs_eventloop_lag_…` contain this interval.
 */
const LOOP_LOOK_MS = 250

/** Seconds; from a request that needs no database to one that nobody waits for any more. */
const DURATIONS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The version of this release. */
export const { version } = JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8')) as {
  version: string
}

/** A metric as prom-client returns it. */
interface Read {
  readonly name: string
  readonly type: string
  readonly values: readonly { readonly labels: Record<string, string>; readonly value: number }[]
}

/** The metrics of one service, in a registry of their own: `npm start` runs all services in one process. */
export class Metrics {
  private readonly log = new Logger('metrics')
  private readonly registry = new Registry()
  private readonly unread: Counter

  /** @param service its name, for the label `service` of metrics that all services have */
  constructor(readonly service: string) {
    this.unread = this.counter({
      name: 'nameyard_unread_gauges_total',
      help: 'Readings of gauges that failed or took more than a second; their values were left out.',
      labels: ['gauge'],
    })
    this.add({
      name: 'nameyard_build_info',
      help: 'Always 1; the labels say what runs.',
      labels: ['service', 'version', 'node'],
      read: () => [{ labels: { service, version, node: process.version }, value: 1 }],
    })
  }

  /** Adds a gauge. A reading that fails or takes more than a second has the value NaN, or no values with labels. */
  add({ name, help, labels = [], isFirst = false, read }: Gauge): void {
    const reading = new Reading(read)
    let isMissing = false
    const gauge = new PrometheusGauge({
      name,
      help,
      labelNames: labels,
      registers: [this.registry],
      collect: async () => {
        gauge.reset()
        try {
          if (!isFirst) await setImmediate()
          const value = await reading.inTime()
          isMissing = false
          if (typeof value === 'number') gauge.set(value)
          else for (const sample of value) gauge.set(sample.labels, sample.value)
        } catch (error) {
          if (labels.length === 0) gauge.set(NaN)
          this.unread.inc({ gauge: name })
          // Logged once for each outage.
          if (!isMissing) this.log.warn(`${name} cannot be read: ${(error as Error).message}`)
          isMissing = true
        }
      },
    })
  }

  /** Adds a metric that only rises; its name ends in `_total`. */
  counter({ name, help, labels = [] }: Named): Counter {
    return new Counter({ name, help, labelNames: labels, registers: [this.registry] })
  }

  /** Adds the distribution of durations in seconds. Each set of labels costs a scrape one line per bucket. */
  histogram({ name, help, labels = [], buckets = DURATIONS }: Named & { readonly buckets?: number[] }): Histogram {
    return new Histogram({ name, help, labelNames: labels, buckets, registers: [this.registry] })
  }

  /** Adds the metrics of Node and of the process. Only one service of a process may have them. */
  addProcess(): void {
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: LOOP_LOOK_MS })
    // Gauges with the ending of counters; others have the same figures by type.
    for (const name of ['handles', 'requests', 'resources'])
      this.registry.removeSingleMetric(`nodejs_active_${name}_total`)
  }

  /** The media type of what `print` returns. */
  get contentType(): string {
    return this.registry.contentType
  }

  /** Prints all metrics in the text format of Prometheus (version 0.0.4). */
  print(): Promise<string> {
    return this.registry.metrics()
  }

  /** The gauges of the service now, without those of the process. A value that cannot be read is NaN, or left out. */
  async gauges(): Promise<{ name: string; labels: Record<string, string>; value: number }[]> {
    const all = (await this.values()) as unknown as readonly Read[]
    return all
      .filter(({ name, type }) => type === 'gauge' && !/^(nodejs|process)_/.test(name))
      .flatMap(({ name, values }) => values.map(({ labels, value }) => ({ name, labels, value })))
  }

  /** The values of all metrics, as `together` needs them. */
  values(): ReturnType<Registry['getMetricsAsJSON']> {
    return this.registry.getMetricsAsJSON()
  }
}

/** The metrics of several services of one process, as one text. */
export function together(all: readonly Metrics[]): Pick<Metrics, 'contentType' | 'print'> {
  return {
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
    print: async () => AggregatorRegistry.aggregate(await Promise.all(all.map((each) => each.values()))).metrics(),
  }
}

/** The reading of a gauge. One that does not end is not started again, so that scrapes do not pile up statements. */
class Reading {
  private running: Promise<number | readonly Sample[]> | undefined

  constructor(private readonly read: Gauge['read']) {}

  /** Rejects if the value does not arrive in time. */
  async inTime(): Promise<number | readonly Sample[]> {
    this.running ??= Promise.resolve()
      .then(() => this.read())
      .finally(() => (this.running = undefined))
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('no value in time')), READ_MS)
    })
    return Promise.race([this.running, late]).finally(() => clearTimeout(timer))
  }
}
