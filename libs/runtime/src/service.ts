import type { EntitySchema } from 'typeorm'
import type { z } from 'zod'
import type { Clock } from './clock'
import type { Log } from './log'

/** What a running service shows to whoever started it. */
export interface Running {
  /** Names what keeps the service from its work, or nothing. */
  ready(): Promise<string | undefined>
  /** Its figures in the text format of Prometheus, where it has any. */
  metrics?(): Promise<string>
  /** Takes no new work, finishes what is in hand, lets go of everything. */
  close(): Promise<void>
}

/** What a service is given beside its settings. */
export interface Surroundings {
  readonly clock: Clock
  readonly log: Log
}

/**
 * One deployable service. The same value is started alone (`runService`), together with the others in one process,
 * and by tests: the configuration is an argument, never the environment.
 */
export interface Service<Schema extends z.ZodType = z.ZodType> {
  readonly name: string
  readonly config: Schema
  /** Folders of SQL migrations, in order; none for a service without a database. */
  readonly migrations: readonly string[]
  /** What the service keeps, as TypeORM knows it; the migrated database must look like it. */
  readonly entities?: readonly EntitySchema[]
  start(config: z.output<Schema>, surroundings: Surroundings): Promise<Running>
}
