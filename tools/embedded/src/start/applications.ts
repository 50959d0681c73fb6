import 'reflect-metadata'
import type { Writable } from 'node:stream'
import { Clock } from '@nameyard/runtime/clock'
import { openHealth } from '@nameyard/runtime/health'
import { createLog } from '@nameyard/runtime/log'
import { Metrics, together } from '@nameyard/runtime/metrics'
import type { ApplicationName } from '../platform/applications'
import { migrateAll } from '../platform/migrations'
import { withOwnRoles } from '../platform/own-roles'
import { startPlatform } from '../platform/platform'
import { startProcesses, type Processes } from '../platform/processes'
import type { Environment, Place } from '../platform/settings'
import { CannotStart } from './cannot-start'
import type { Lifetime } from './lifetime'

/** How applications run as separate processes. */
export interface Separation {
  /** Environment of an application in addition to its settings. */
  readonly environmentOf?: (name: ApplicationName) => Environment
  /** A second output for the logs of the applications. */
  readonly log?: Writable
  readonly onStarted?: (processes: Processes) => void
}

interface Hosting {
  /** Each application is a separate process. Absent: all run in this process. */
  readonly separation?: Separation
  readonly log: Writable
  readonly say: (line: string) => void
  /** Port for health and metrics of all applications in this process; undefined: none. */
  readonly healthPort: number | undefined
  /** Whether the database is the embedded one, which nothing else uses. */
  readonly hasOwnDatabase: boolean
}

/** Migrates the database and starts the applications. */
export async function openApplications(
  given: Place,
  { separation, log, say, healthPort, hasOwnDatabase }: Hosting,
  lifetime: Lifetime,
): Promise<void> {
  const applied = await migrateAll(given.databaseUrl).catch((error: Error) => {
    throw new CannotStart(`The database at ${new URL(given.databaseUrl).host} cannot be used: ${reasonOf(error)}`)
  })
  if (applied.length > 0) say(`${applied.length} migrations applied`)
  const place = hasOwnDatabase ? await withOwnRoles(given) : given
  if (separation) {
    const processes = await startProcesses(place, log, say)
    separation.onStarted?.(processes)
    lifetime.onStop(() => processes.close())
  } else {
    const platform = await startPlatform(place, new Clock(), (application) => createLog(application, 'info', log))
    lifetime.onStop(() => platform.close())
    if (healthPort !== undefined) {
      const own = new Metrics('platform')
      own.addProcess()
      const at = { host: '127.0.0.1', port: healthPort }
      const health = await openHealth(at, () => platform.ready(), together([...platform.metrics, own]))
      lifetime.onStop(() => health.close())
    }
  }
}

/** A connection that failed at every address of a host name contains one error for each address. */
const reasonOf = (error: Error) => error.message || String((error as AggregateError).errors?.[0] ?? error)
