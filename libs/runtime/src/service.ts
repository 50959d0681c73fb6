import type { EntitySchema } from 'typeorm'
import type { z } from 'zod'
import type { Retention } from '@nameyard/persistence/retention'
import type { Clock } from './clock'
import type { Log } from './log'
import type { Metrics } from './metrics'

/** A running service, as its process or a test controls it. */
export interface Running {
  /** Returns the name of the part that the service lacks for its work, or undefined. */
  ready(): Promise<string | undefined>
  readonly metrics: Metrics
  /** Accepts no new work, finishes the work in progress and closes all connections. */
  close(): Promise<void>
}

/** Parameters of a service in addition to its settings. */
export interface ServiceContext {
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
  /** The entities of TypeORM; the migrated database must match them. */
  readonly entities?: readonly EntitySchema[]
  /** What happens to the rows of its tables; required with migrations (`tools/db`). */
  readonly retention?: Retention
  start(config: z.output<Schema>, context: ServiceContext): Promise<Running>
}
