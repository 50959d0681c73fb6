import { dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import { startProcess } from '../processes'
import type { ApplicationName } from './applications'
import { isRun, settingsOf, type Place } from './settings'
import { Supervisor } from './supervisor'

/** The applications of a platform, each a separate process that can be killed and restarted. */
export interface Processes {
  /** Starts one application; resolves when it is ready. */
  start(application: ApplicationName): Promise<void>
  /** Kills one (`kill -9`); resolves when it has ended. It is not restarted. */
  kill(application: ApplicationName): Promise<void>
  /** Stops one (SIGTERM) and starts it again; resolves when it is ready. */
  restart(application: ApplicationName): Promise<void>
  /** Drains and stops all of them, the gateway first. */
  close(): Promise<void>
}

/**
 * Starts every application as a process, on a database that is already migrated. When one cannot start, the others are
 * stopped again. A process that ends unexpectedly is restarted after a growing delay. `say` gets a sentence for each
 * unexpected end and each restart.
 */
export async function startProcesses(place: Place, log: Writable, say: (line: string) => void): Promise<Processes> {
  const settings = settingsOf(place)
  const names = (Object.keys(settings) as ApplicationName[]).filter((name) => isRun(name, place))
  const launch = (name: ApplicationName) => {
    const script = join(dirname(require.resolve(`@nameyard/${name}/package.json`)), 'dist/main.js')
    return startProcess({ name, script, env: settings[name], log })
  }
  const supervisor = new Supervisor({ names, launch, say, now: () => performance.now() })
  // The gateway first, so that no new request arrives while the others finish.
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
    async restart(name) {
      await supervisor.end(name, 'stop')
      await supervisor.start(name)
    },
    close,
  }
}
