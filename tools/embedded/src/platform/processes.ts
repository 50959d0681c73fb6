import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ApplicationName } from './applications'
import { settingsOf, type Environment, type Place } from './settings'

/** The applications of a platform, each a process of its own that can be killed and started again. */
export interface Processes {
  /** Starts one application; resolves when it is ready with the port of its health listener. */
  start(application: ApplicationName): Promise<number>
  /** Ends one at once, as `kill -9` does; resolves when it is gone. */
  kill(application: ApplicationName): Promise<void>
  /** Lets all of them drain, the edge first. */
  close(): Promise<void>
}

interface ProcessesOptions {
  /** Where each application's log goes, as `<application>.log`. */
  readonly logs: string
  /** An application ended that nobody told to. */
  readonly onLoss?: (application: ApplicationName, log: string) => void
}

/**
 * Starts every application as a process, side by side, on a database that is migrated already. What has started is
 * ended again when one of them cannot start.
 */
export async function startProcesses(place: Place, options: ProcessesOptions): Promise<Processes> {
  mkdirSync(options.logs, { recursive: true })
  const settings = settingsOf(place)
  const names = Object.keys(settings) as ApplicationName[]
  const running = new Map<ApplicationName, ChildProcess>()

  const start = async (name: ApplicationName): Promise<number> => {
    const log = join(options.logs, `${name}.log`)
    const child = startChild(name, settings[name], log)
    running.set(name, child)
    child.once('exit', () => {
      if (running.get(name) === child && running.delete(name)) options.onLoss?.(name, log)
    })
    const health = await readyLine(child)
    if (health === undefined) throw new Error(`${name} did not start; its log is ${log}`)
    return health
  }
  const end = async (name: ApplicationName, signal: NodeJS.Signals): Promise<void> => {
    const child = running.get(name)
    if (!child) return
    running.delete(name)
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  const close = async () => {
    // The edge first, so that nothing new comes in while the others finish.
    await end('gateway', 'SIGTERM')
    await Promise.all([...running.keys()].map((name) => end(name, 'SIGTERM')))
  }

  const starts = await Promise.allSettled(names.map(start))
  const failed = starts.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') {
    await close()
    throw failed.reason
  }
  return { start, kill: (name) => end(name, 'SIGKILL'), close }
}

function startChild(name: ApplicationName, environment: Environment, log: string): ChildProcess {
  const main = join(dirname(require.resolve(`@nameyard/${name}/package.json`)), 'dist/main.js')
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C at a terminal reaches a whole process group; these are told by us, in order.
    detached: true,
  })
  const file = createWriteStream(log, { flags: 'a', mode: 0o600 })
  child.stdout!.pipe(file, { end: false })
  child.stderr!.pipe(file, { end: false })
  child.once('close', () => file.end())
  return child
}

/** The port of the health listener out of the log line `ready`, or nothing when the process ended before it. */
function readyLine(child: ChildProcess): Promise<number | undefined> {
  return new Promise((resolve) => {
    const lines = createInterface(child.stdout!)
    lines.on('line', (line) => {
      if (!line.includes('"msg":"ready"')) return
      resolve((JSON.parse(line) as { health: number }).health)
      lines.close()
    })
    child.once('exit', () => resolve(undefined)).once('error', () => resolve(undefined))
  })
}
