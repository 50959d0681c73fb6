import type { Exit, SupervisedProcess } from '../processes'
import { RestartDelay } from './restart-delay'

export interface SupervisorOptions<Name extends string> {
  readonly names: readonly Name[]
  /** Starts the process of that name, which prints a line that contains `"msg":"ready"`. */
  readonly launch: (name: Name) => SupervisedProcess
  /** Gets a sentence when a process ends unexpectedly, and when it is ready again. */
  readonly say: (line: string) => void
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
}

/** Keeps processes running: one that ends unexpectedly is restarted after a growing delay. */
export class Supervisor<Name extends string> {
  private readonly running = new Map<Name, SupervisedProcess>()
  private readonly restarts = new Map<Name, NodeJS.Timeout>()
  private readonly delays: ReadonlyMap<Name, RestartDelay>
  private isClosing = false

  constructor(private readonly options: SupervisorOptions<Name>) {
    this.delays = new Map(options.names.map((name) => [name, new RestartDelay(options.now)]))
  }

  /** Starts a process; resolves when it is ready, rejects when it ends before that. */
  async start(name: Name): Promise<void> {
    this.cancelRestart(name)
    if (!(await this.launch(name))) throw new Error(`${name} was stopped before it was ready.`)
  }

  /** Stops a process for good; resolves when it has ended. */
  async end(name: Name, how: 'kill' | 'stop'): Promise<void> {
    this.cancelRestart(name)
    const stopped = this.running.get(name)
    this.running.delete(name)
    await stopped?.[how]()
  }

  /** Stops all processes for good, these before the others. */
  async close(first: readonly Name[]): Promise<void> {
    this.isClosing = true
    const { names } = this.options
    for (const name of names) this.cancelRestart(name)
    await Promise.all(first.map((name) => this.end(name, 'stop')))
    await Promise.all(names.map((name) => this.end(name, 'stop')))
  }

  /** Returns false when the process was stopped before it was ready. */
  private async launch(name: Name): Promise<boolean> {
    const started = this.options.launch(name)
    this.running.set(name, started)
    const isCurrent = () => this.running.get(name) === started
    try {
      await started.says(/"msg":"ready"/)
    } catch (error) {
      if (!isCurrent()) return false
      this.running.delete(name)
      throw new Error(`${name} did not start: ${(error as Error).message}`, { cause: error })
    }
    this.delays.get(name)!.ready()
    void started.exited.then((exit) => {
      if (!isCurrent()) return
      this.running.delete(name)
      this.restartLater(name, `${name} ${howEnded(exit)}`)
    })
    return true
  }

  private restartLater(name: Name, reason: string): void {
    if (this.isClosing) return
    const delay = this.delays.get(name)!.ended()
    this.options.say(`${reason}; it is started again in ${delay / 1000} s`)
    const timer = setTimeout(() => void this.restart(name), delay)
    this.restarts.set(name, timer)
  }

  private async restart(name: Name): Promise<void> {
    this.restarts.delete(name)
    try {
      if (await this.launch(name)) this.options.say(`${name} runs again`)
    } catch (error) {
      this.restartLater(name, (error as Error).message)
    }
  }

  private cancelRestart(name: Name): void {
    clearTimeout(this.restarts.get(name))
    this.restarts.delete(name)
  }
}

const howEnded = ({ code, signal }: Exit): string =>
  signal ? `was ended by ${signal}` : `ended with exit code ${String(code)}`
