import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'
import type { Schedule } from './schedule'
import { Sweep } from './sweep'

interface SweepOptions {
  /** Name of the task in the log. */
  readonly name: string
  readonly everyMs: number
  /** Set if the work waits for the platform's time, so that it also runs when that time is put ahead. */
  readonly schedule?: Schedule
}

/**
 * A task that looks for due work at regular intervals, from the start of the service to its end. A provider extends it and
 * implements `sweep`. A sweep must be safe to run late, twice, and in several processes.
 */
export abstract class SweepTask implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweeps: Sweep

  protected constructor(private readonly options: SweepOptions) {
    this.sweeps = new Sweep(() => this.sweep(), new Logger(options.name))
  }

  /** Does all work that is due. */
  protected abstract sweep(): Promise<void>

  /** When the next work is due: in the past while work is being done, undefined if none waits. */
  protected nextDue(): Promise<Date | undefined> {
    return Promise.resolve(undefined)
  }

  /** Whether the service is ending. A sweep that loops must then stop. */
  protected get isStopped(): boolean {
    return this.sweeps.isStopped
  }

  /** Sweeps now; during a sweep, after it. */
  run(): Promise<void> {
    return this.sweeps.run()
  }

  onApplicationBootstrap(): void | Promise<void> {
    const { schedule, everyMs } = this.options
    schedule?.add({ nextDue: () => this.nextDue(), runDue: () => this.run() })
    this.sweeps.start(everyMs)
  }

  onModuleDestroy(): Promise<void> {
    return this.sweeps.stop()
  }
}
