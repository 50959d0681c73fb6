import { dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import { startProcess, type Exit, type SupervisedProcess } from '../processes'
import type { ApplicationName } from './applications'
import { RestartDelay } from './restart-delay'
import { settingsOf, type Place } from './settings'

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
  const running = new Map<ApplicationName, SupervisedProcess>()
  const restarts = new Map<ApplicationName, NodeJS.Timeout>()
  const delays = new Map(names.map((name) => [name, new RestartDelay(() => performance.now())]))
  let isClosing = false

  /** Starts one process; returns false when it was told to end before it was ready. */
  const launch = async (name: ApplicationName): Promise<boolean> => {
    const script = join(dirname(require.resolve(`@nameyard/${name}/package.json`)), 'dist/main.js')
    const started = startProcess({ name, script, env: settings[name], log })
    running.set(name, started)
    const isCurrent = () => running.get(name) === started
    try {
      await started.says(/"msg":"ready"/)
    } catch (error) {
      if (!isCurrent()) return false
      running.delete(name)
      throw new Error(`${name} did not start: ${(error as Error).message}`, { cause: error })
    }
    delays.get(name)!.ready()
    void started.exited.then((exit) => {
      if (!isCurrent()) return
      running.delete(name)
      restartLater(name, `${name} ${howEnded(exit)}`)
    })
    return true
  }
  const restartLater = (name: ApplicationName, reason: string): void => {
    if (isClosing) return
    const delay = delays.get(name)!.ended()
    say(`${reason}; it is started again in ${delay / 1000} s`)
    restarts.set(
      name,
      setTimeout(() => void restart(name), delay),
    )
  }
  const restart = async (name: ApplicationName): Promise<void> => {
    restarts.delete(name)
    try {
      if (await launch(name)) say(`${name} runs again`)
    } catch (error) {
      restartLater(name, (error as Error).message)
    }
  }
  const cancelRestart = (name: ApplicationName): void => {
    clearTimeout(restarts.get(name))
    restarts.delete(name)
  }
  const start = async (name: ApplicationName): Promise<void> => {
    cancelRestart(name)
    if (!(await launch(name))) throw new Error(`${name} was told to end before it was ready.`)
  }
  const end = async (name: ApplicationName, how: 'kill' | 'stop'): Promise<void> => {
    cancelRestart(name)
    const told = running.get(name)
    running.delete(name)
    await told?.[how]()
  }
  const close = async () => {
    isClosing = true
    names.forEach(cancelRestart)
    // The edge first, so that nothing new comes in while the others finish.
    await end('gateway', 'stop')
    await Promise.all(names.map((name) => end(name, 'stop')))
  }

  const starts = await Promise.allSettled(names.map(start))
  const failed = starts.find((started) => started.status === 'rejected')
  if (failed) {
    await close()
    throw failed.reason
  }
  return { start, kill: (name) => end(name, 'kill'), close }
}

const howEnded = ({ code, signal }: Exit): string =>
  signal ? `was ended by ${signal}` : `ended with exit code ${String(code)}`
