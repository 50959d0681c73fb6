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
  /**
   * The next line of its standard output that matches: how a process says that it is ready. Rejects with the last line
   * it printed when it ends without one.
   */
  says(what: RegExp): Promise<string>
  /** Ends it at once, as `kill -9` does. Resolves when it has ended. */
  kill(): Promise<Exit>
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
  // The error thrown here reports it; without a listener the event would end this process.
  if (pid === undefined) child.on('error', () => undefined)
  if (pid === undefined) throw new Error(`The process ${name} cannot be started.`)
  // Writing to a process that is gone is no news: its exit is.
  child.stdin.on('error', () => undefined)
  let last = ''
  const prefixed = (stream: Readable): ReturnType<typeof createInterface> =>
    createInterface(stream).on('line', (line) => {
      last = line
      log.write(`${name} | ${line}\n`)
    })
  const output = prefixed(child.stdout)
  prefixed(child.stderr)

  const exited = new Promise<Exit>((resolve) => child.once('close', (code, signal) => resolve({ code, signal })))
  const says = (what: RegExp): Promise<string> => {
    const said = new Promise<string>((resolve, reject) => {
      output.on('line', (line) => what.test(line) && resolve(line))
      void exited.then(() => reject(new Error(last || `${name} ended before it was ready.`)))
    })
    // Who does not wait for readiness learns of the end by `exited`.
    said.catch(() => undefined)
    return said
  }
  const kill = (): Promise<Exit> => {
    child.kill('SIGKILL')
    return exited
  }
  const stop = async (): Promise<Exit> => {
    child.kill('SIGTERM')
    const impatience = setTimeout(() => child.kill('SIGKILL'), patience)
    const exit = await exited
    clearTimeout(impatience)
    return exit
  }
  return { name, pid, exited, says, kill, stop }
}
