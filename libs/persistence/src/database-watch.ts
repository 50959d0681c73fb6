import { setImmediate } from 'node:timers/promises'
import { Logger } from '@nestjs/common'
import { Client } from 'pg'

/** Milliseconds between two checks: an exceeded limit is noticed this much later at most. */
const CHECK_MS = 1_000

/** Milliseconds without a sign of the server after which it is asked although no statement waits. */
const UNHEARD_MS = 5_000

/** Milliseconds that a statement gets even when its caller has stopped waiting: closing a connection is not free. */
const LEAST_MS = 3_000

/** The part of a connection that the watch needs. */
export interface WatchedConnection {
  /** Bytes that the server has sent so far: the sign that it is alive. */
  readonly bytesReceived: number
  /** When the oldest statement without an answer was sent; undefined while the connection is idle. */
  readonly waitsSince: number | undefined
  /** When the unit of work on this connection must be over; milliseconds. */
  readonly deadline: number | undefined
  /** Destroys the connection; its statements fail with the reason. */
  abandon(reason: string): void
}

export interface WatchOptions {
  /** `postgres://` URL of the database. */
  readonly url: string
  /** Milliseconds that one statement may take. */
  readonly statementMs: number
  /** Milliseconds without an answer after which the database, or one of its connections, counts as silent. */
  readonly silenceMs: number
  readonly now: () => number
}

/**
 * Detects that the database, or a single connection to it, does not answer: the peer vanished without closing the
 * connection, or packets are dropped. Every second it checks how long the statements on the connections have waited. While
 * one waits, it sends `select 1` on a connection of its own; otherwise only when the server was not heard for five seconds,
 * or a connection has ended. The statements themselves have no extra cost.
 */
export class DatabaseWatch {
  readonly now: () => number
  private readonly log = new Logger('database')
  private readonly clients = new Map<WatchedConnection, { bytes: number; at: number }>()
  private readonly listeners: ((isAnswering: boolean) => void)[] = []
  private answering = true
  /** When the server last showed that it is alive; never after a connection has ended. */
  private heardAt = -Infinity
  private prober: Client | undefined
  private timer: NodeJS.Timeout | undefined
  private checking: Promise<void> | undefined
  private stopped = false

  constructor(private readonly options: WatchOptions) {
    this.now = options.now
  }

  /** Whether the database answered the last check. */
  get isAnswering(): boolean {
    return this.answering
  }

  /** Calls back when the database stops answering, and when it answers again. */
  onChange(listener: (isAnswering: boolean) => void): void {
    this.listeners.push(listener)
  }

  add(client: WatchedConnection): void {
    this.clients.set(client, { bytes: client.bytesReceived, at: this.now() })
  }

  remove(client: WatchedConnection): void {
    this.clients.delete(client)
    this.heardAt = -Infinity
  }

  start(): void {
    this.timer = setInterval(() => this.checkOnce(), CHECK_MS).unref()
  }

  /** Stops the checks. Limits still apply until the last connection is closed. */
  async stop(): Promise<void> {
    this.stopped = true
    this.closeProber()
    await this.checking
  }

  private checkOnce(): void {
    this.checking ??= this.check()
      .catch((error: Error) => this.log.error(error.message, error.stack))
      .finally(() => (this.checking = undefined))
  }

  private async check(): Promise<void> {
    await untilRead()
    this.listen()
    this.abandonOverdue()
    if (this.stopped) {
      if (this.clients.size === 0) clearInterval(this.timer)
      return
    }
    const began = this.now()
    if (!this.isDoubtful(began)) return
    const { isSilent, failure } = await this.probe()
    if (this.stopped) return this.closeProber()
    this.listen()
    if (isSilent || failure !== undefined) this.abandonSilent(isSilent ? began : began - this.options.silenceMs)
    // The server may refuse further connections while it answers those that are open.
    const isHeard = [...this.clients.values()].some(({ at }) => at > began)
    this.report(isHeard ? undefined : failure)
  }

  /** Whether the server must be asked: somebody waits for it, or it was not heard for long. */
  private isDoubtful(now: number): boolean {
    if (!this.answering || now - this.heardAt >= UNHEARD_MS) return true
    return [...this.clients.keys()].some(({ waitsSince }) => waitsSince !== undefined)
  }

  /** Records which connections received data since the last check. */
  private listen(): void {
    const now = this.now()
    for (const [client, received] of this.clients) {
      if (client.bytesReceived === received.bytes) continue
      received.bytes = client.bytesReceived
      received.at = now
      this.heardAt = now
    }
  }

  private abandonOverdue(): void {
    const now = this.now()
    for (const client of this.clients.keys()) {
      const since = client.waitsSince
      if (since === undefined) continue
      const { statementMs } = this.options
      const { deadline = Infinity } = client
      const limit = Math.min(since + statementMs, Math.max(since + LEAST_MS, deadline))
      if (now <= limit) continue
      this.log.warn(`a statement had no answer within ${Math.round(now - since)} ms; its connection is closed`)
      client.abandon('a statement took too long')
    }
  }

  /** Closes the connections that received no data since then. */
  private abandonSilent(since: number): void {
    for (const [client, received] of this.clients)
      if (received.at < since) client.abandon('the database does not answer')
  }

  private report(failure: string | undefined): void {
    const isAnswering = failure === undefined
    if (isAnswering) this.heardAt = this.now()
    if (isAnswering === this.answering) return
    this.answering = isAnswering
    if (isAnswering) this.log.log('the database answers again')
    else this.log.error(`the database does not answer: ${failure}`)
    for (const listener of this.listeners) listener(isAnswering)
  }

  /**
   * Sends the check on the open connection, then on a new one; `failure` is the reason when neither was answered. Where
   * the open connection does not answer, other old ones may not answer either, although a new one is answered.
   */
  private async probe(): Promise<{ readonly isSilent: boolean; readonly failure?: string | undefined }> {
    const old = this.prober && (await this.ask(this.prober))
    if (this.prober && old === undefined) return { isSilent: false }
    this.closeProber()
    const prober = new Client({
      connectionString: this.options.url,
      application_name: 'nameyard-watch',
      connectionTimeoutMillis: this.options.silenceMs,
    })
    prober.on('error', () => undefined)
    prober.on('end', () => (this.heardAt = -Infinity))
    this.prober = prober
    const failure = await prober.connect().then(
      () => this.ask(prober),
      (error: Error) => error.message || (error as NodeJS.ErrnoException).code || 'no connection',
    )
    if (failure !== undefined) this.closeProber()
    return { isSilent: old === SILENCE, failure }
  }

  /** Returns undefined when the check was answered, otherwise the problem. */
  private async ask(prober: Client): Promise<string | undefined> {
    const answer = prober.query('select 1').then(
      () => undefined,
      (error: Error) => error.message,
    )
    let timer: NodeJS.Timeout | undefined
    const silence = new Promise<string>((resolve) => {
      timer = setTimeout(() => void untilRead().then(() => resolve(SILENCE)), this.options.silenceMs)
    })
    const failure = await Promise.race([answer, silence])
    clearTimeout(timer)
    return failure
  }

  private closeProber(): void {
    this.prober?.connection.stream.destroy()
    this.prober = undefined
  }
}

const SILENCE = 'a question was not answered in time'

/**
 * Resolves when all data that had arrived was read. After a pause of this process, late timers fire before sockets are
 * read: without this, its own pause would look like a silent server.
 */
async function untilRead(): Promise<void> {
  await setImmediate()
  await setImmediate()
}
