import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

export interface ProcessOptions {
  /** Printed before every line of the process. */
  name: string
  /** The JavaScript file that Node runs. */
  script: string
  args?: readonly string[]
  /** Added to the environment of this process. */
  env?: Readonly<Record<string, string>>
  /** Receives its lines; default standard output. */
  log?: Writable
  /** Milliseconds between SIGTERM and SIGKILL; default 10 000. */
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
  /** Resolves when it has ended and all its output is in the log. */
  readonly exited: Promise<Exit>
  /**
   * Resolves with the next line of its standard output that matches, for example the line that says that it is ready.
   * Rejects with its last line when it ends without one.
   */
  says(what: RegExp): Promise<string>
  /** Kills it (`kill -9`). Resolves when it has ended. */
  kill(): Promise<Exit>
  /** Sends SIGTERM, later SIGKILL. Resolves when it has ended. */
  stop(): Promise<Exit>
}

/**
 * Starts a Node process that logs through this one. It has its own process group: Ctrl-C reaches it only through `stop`,
 * in the order that its supervisor chooses. Its standard input closes when this process ends.
 */
export function startProcess(options: ProcessOptions): SupervisedProcess {
  const { name, script, args = [], env = {}, log = process.stdout, patience = 10_000 } = options
  const child = spawn(process.execPath, ['--enable-source-maps', script, ...args], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  const { pid } = child
  // Reported by the error below; without a listener the event would end this process.
  if (pid === undefined) child.on('error', () => undefined)
  if (pid === undefined) throw new Error(`The process ${name} cannot be started.`)
  // A write to an ended process fails; its exit is reported anyway.
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
    // A caller that does not wait for this line sees the end in `exited`.
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
