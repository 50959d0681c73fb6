import { dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import { startProcess, type SupervisedProcess } from '../processes'
import type { ApplicationName } from './applications'
import { settingsOf, type Place } from './settings'

/** The applications of a platform, each a process of its own that can be killed and started again. */
export interface Processes {
  /** Starts one application; resolves when it is ready. */
  start(application: ApplicationName): Promise<void>
  /** Ends one at once, as `kill -9` does; resolves when it is gone. */
  kill(application: ApplicationName): Promise<void>
  /** Lets all of them drain, the edge first. */
  close(): Promise<void>
}

/**
 * Starts every application as a process, side by side, on a database that is migrated already. What has started is
 * ended again when one of them cannot start. `onLoss` hears of an application that ended and was not told to.
 */
export async function startProcesses(
  place: Place,
  log: Writable,
  onLoss: (application: ApplicationName) => void,
): Promise<Processes> {
  const settings = settingsOf(place)
  const running = new Map<ApplicationName, SupervisedProcess>()

  const start = async (name: ApplicationName): Promise<void> => {
    const script = join(dirname(require.resolve(`@nameyard/${name}/package.json`)), 'dist/main.js')
    const started = startProcess({ name, script, env: settings[name], log })
    running.set(name, started)
    await started.says(/"msg":"ready"/).catch((error: Error) => {
      running.delete(name)
      throw new Error(`${name} did not start: ${error.message}`)
    })
    void started.exited.then(() => {
      if (running.get(name) === started && running.delete(name)) onLoss(name)
    })
  }
  const end = async (name: ApplicationName, how: 'kill' | 'stop'): Promise<void> => {
    const told = running.get(name)
    running.delete(name)
    await told?.[how]()
  }
  const close = async () => {
    // The edge first, so that nothing new comes in while the others finish.
    await end('gateway', 'stop')
    await Promise.all([...running.keys()].map((name) => end(name, 'stop')))
  }

  const starts = await Promise.allSettled((Object.keys(settings) as ApplicationName[]).map(start))
  const failed = starts.find((started) => started.status === 'rejected')
  if (failed) {
    await close()
    throw failed.reason
  }
  return { start, kill: (name) => end(name, 'kill'), close }
}
