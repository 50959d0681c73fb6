import 'reflect-metadata'
import type { Writable } from 'node:stream'
import { Clock } from '@nameyard/runtime/clock'
import { createLog } from '@nameyard/runtime/log'
import { migrateAll } from '../platform/migrations'
import { startPlatform } from '../platform/platform'
import { startProcesses } from '../platform/processes'
import type { Place } from '../platform/settings'
import { CannotStart } from './cannot-start'
import type { Lifetime } from './lifetime'

interface Hosting {
  /** Every application as a process of its own, instead of all in this one. */
  readonly distributed: boolean
  readonly log: Writable
  readonly say: (line: string) => void
}

/** Migrates the database and starts every application on it. */
export async function openApplications(
  place: Place,
  { distributed, log, say }: Hosting,
  lifetime: Lifetime,
): Promise<void> {
  const applied = await migrateAll(place.databaseUrl).catch((error: Error) => {
    throw new CannotStart(`The database at ${new URL(place.databaseUrl).host} cannot be used: ${reasonOf(error)}`)
  })
  if (applied.length > 0) say(`${applied.length} migrations applied`)
  if (distributed) {
    const processes = await startProcesses(place, log, say)
    lifetime.onStop(() => processes.close())
  } else {
    const platform = await startPlatform(place, new Clock(), (application) => createLog(application, 'info', log))
    lifetime.onStop(() => platform.close())
  }
}

/** A connection that failed at every address of a name has its reasons inside. */
const reasonOf = (error: Error) => error.message || String((error as AggregateError).errors?.[0] ?? error)
