import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

export interface ProcessOptions {
  /** Stands before every line the process prints. */
  name: string
  /** The JavaScript file node runs. */
  script: string
  args?: readonly string[]
  /** Added to this process's environment. */
  env?: Readonly<Record<string, string>>
  /** Where its lines go; default standard output. */
  log?: Writable
  /** Milliseconds between asking it to end and killing it; default 10 000. */
  patience?: number
}

/** How a process ended. */
export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface SupervisedProcess {
  readonly name: string
  readonly pid: number
  /** Resolves when it has ended and everything it printed is in the log. */
  readonly exited: Promise<Exit>
  /** The first line of its standard output: how a process says that it is ready. Rejects when it ends without one. */
  readonly firstLine: Promise<string>
  /** Asks it to end (SIGTERM), and kills it when it does not. Resolves when it has ended. */
  stop(): Promise<Exit>
}

/**
 * Starts a node process that logs through this one. It is in a process group of its own, so that Ctrl-C reaches it
 * only through `stop`, in the order its supervisor chooses; its standard input ends with this process.
 */
export function startProcess(options: ProcessOptions): SupervisedProcess {
  const { name, script, args = [], env = {}, log = process.stdout, patience = 10_000 } = options
  const child = spawn(process.execPath, ['--enable-source-maps', script, ...args], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  const { pid } = child
  if (pid === undefined) throw new Error(`The process ${name} cannot be started.`)
  // Writing to a process that is gone is no news: its exit is.
  child.stdin.on('error', () => undefined)
  const prefixed = (stream: Readable): ReturnType<typeof createInterface> =>
    createInterface(stream).on('line', (line) => log.write(`${name} | ${line}\n`))
  const output = prefixed(child.stdout)
  prefixed(child.stderr)

  const exited = new Promise<Exit>((resolve) => child.once('close', (code, signal) => resolve({ code, signal })))
  const firstLine = new Promise<string>((resolve, reject) => {
    output.once('line', resolve)
    void exited.then(({ code, signal }) => reject(new Error(`${name} ended before it was ready (${signal ?? code}).`)))
  })
  // Who does not wait for readiness learns of the end by `exited`.
  firstLine.catch(() => undefined)

  const stop = async (): Promise<Exit> => {
    child.kill('SIGTERM')
    const impatience = setTimeout(() => child.kill('SIGKILL'), patience)
    const exit = await exited
    clearTimeout(impatience)
    return exit
  }
  return { name, pid, exited, firstLine, stop }
}
