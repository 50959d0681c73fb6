import { dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import { startProcess } from '../processes'
import type { ApplicationName } from './applications'
import { settingsOf, type Place } from './settings'
import { Supervisor } from './supervisor'

/** The applications of a platform, each a process of its own that can be killed and started again. */
export interface Processes {
  /** Starts one application; resolves when it is ready. */
  start(application: ApplicationName): Promise<void>
  /** Ends one at once, as `kill -9` does; resolves when it is gone. It is not started again. */
  kill(application: ApplicationName): Promise<void>
  /** Lets all of them drain, the edge first. */
  close(): Promise<void>
}

/**
 * Starts every application as a process, side by side, on a database that is migrated already. What has started is
 * ended again when one of them cannot start. A process that ends later without being told to is started again, after a
 * delay that grows. `say` gets a sentence for each such end and start.
 */
export async function startProcesses(place: Place, log: Writable, say: (line: string) => void): Promise<Processes> {
  const settings = settingsOf(place)
  const names = Object.keys(settings) as ApplicationName[]
  const launch = (name: ApplicationName) => {
    const script = join(dirname(require.resolve(`@nameyard/${name}/package.json`)), 'dist/main.js')
    return startProcess({ name, script, env: settings[name], log })
  }
  const supervisor = new Supervisor({ names, launch, say, now: () => performance.now() })
  // The edge first, so that nothing new comes in while the others finish.
  const close = () => supervisor.close(['gateway'])

  const starts = await Promise.allSettled(names.map((name) => supervisor.start(name)))
  const failed = starts.find((started) => started.status === 'rejected')
  if (failed) {
    await close()
    throw failed.reason
  }
  return {
    start: (name) => supervisor.start(name),
    kill: (name) => supervisor.end(name, 'kill'),
    close,
  }
}
