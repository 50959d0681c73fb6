import type { Clock } from '@nameyard/runtime/clock'
import { loadConfig } from '@nameyard/runtime/load-config'
import type { Log } from '@nameyard/runtime/log'
import type { Metrics } from '@nameyard/runtime/metrics'
import type { Running, Service } from '@nameyard/runtime/service'
import { applications, type ApplicationName } from './applications'
import { isRun, settingsOf, type Place } from './settings'

/** The whole platform in this process. */
export interface Platform {
  /** The metrics of each application. */
  readonly metrics: readonly Metrics[]
  /** Returns the name of a part that an application lacks for its work, or undefined. */
  ready(): Promise<string | undefined>
  close(): Promise<void>
}

/**
 * Starts all applications in this process, on a database that is already migrated. When one cannot start, the others are
 * closed again.
 */
export async function startPlatform(
  place: Place,
  clock: Clock,
  log: (application: ApplicationName) => Log,
): Promise<Platform> {
  const settings = settingsOf(place)
  const running = new Map<string, Running>()
  const starts = await Promise.allSettled(
    (applications as readonly (Service & { readonly name: ApplicationName })[])
      .filter(({ name }) => isRun(name, place))
      .map(async ({ name, config, start }) => {
        running.set(name, await start(loadConfig(config, settings[name]), { clock, log: log(name) }))
      }),
  )
  const close = async () => {
    // The gateway first, so that no new request arrives while the others finish.
    for (const { name } of applications.toReversed()) await running.get(name)?.close()
  }
  const failed = starts.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') {
    await close()
    throw failed.reason
  }
  const all = [...running.values()]
  return {
    metrics: all.map(({ metrics }) => metrics),
    ready: async () => (await Promise.all(all.map((each) => each.ready()))).find((missing) => missing !== undefined),
    close,
  }
}
