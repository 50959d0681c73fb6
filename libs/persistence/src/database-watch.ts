import { setImmediate } from 'node:timers/promises'
import { Logger } from '@nestjs/common'
import { Client } from 'pg'
import type { GuardedClient } from './guarded-client'

/** How often it looks; a limit is noticed this much late at most. */
const LOOK_MS = 1_000

/** Milliseconds that a statement gets even when its caller waits no longer: ending a connection is not free. */
const LEAST_MS = 3_000

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
 * Notices that the database, or a single connection to it, is silent: the peer has gone without closing, or packets are
 * dropped. It asks `select 1` every second on a connection of its own, and looks how long statements on the other
 * connections have waited. Statements themselves pay nothing for it.
 */
export class DatabaseWatch {
  readonly now: () => number
  private readonly log = new Logger('database')
  private readonly clients = new Map<GuardedClient, { bytes: number; at: number }>()
  private readonly listeners: ((isAnswering: boolean) => void)[] = []
  private answering = true
  private prober: Client | undefined
  private timer: NodeJS.Timeout | undefined
  private looking: Promise<void> | undefined
  private stopped = false

  constructor(private readonly options: WatchOptions) {
    this.now = options.now
  }

  /** Whether the database answered when it was last asked. */
  get isAnswering(): boolean {
    return this.answering
  }

  /** Calls back when the database stops answering, and when it answers again. */
  onChange(listener: (isAnswering: boolean) => void): void {
    this.listeners.push(listener)
  }

  add(client: GuardedClient): void {
    this.clients.set(client, { bytes: client.bytesHeard, at: this.now() })
  }

  remove(client: GuardedClient): void {
    this.clients.delete(client)
  }

  start(): void {
    this.timer = setInterval(() => this.lookOnce(), LOOK_MS).unref()
  }

  /** Asks no more; limits hold until the last connection is closed. */
  async stop(): Promise<void> {
    this.stopped = true
    this.dismiss()
    await this.looking
  }

  private lookOnce(): void {
    this.looking ??= this.look()
      .catch((error: Error) => this.log.error(error.message, error.stack))
      .finally(() => (this.looking = undefined))
  }

  private async look(): Promise<void> {
    await untilRead()
    this.listen()
    this.abandonOverdue()
    if (this.stopped) {
      if (this.clients.size === 0) clearInterval(this.timer)
      return
    }
    const began = this.now()
    const { isSilent, failure } = await this.probe()
    if (this.stopped) return this.dismiss()
    this.listen()
    if (isSilent || failure !== undefined) this.abandonSilent(isSilent ? began : began - this.options.silenceMs)
    // No further connection may be allowed while those it has are answered.
    const isHeard = [...this.clients.values()].some(({ at }) => at > began)
    this.tell(isHeard ? undefined : failure)
  }

  /** Notes which connections have brought anything since the last look. */
  private listen(): void {
    const now = this.now()
    for (const [client, heard] of this.clients) {
      if (client.bytesHeard === heard.bytes) continue
      heard.bytes = client.bytesHeard
      heard.at = now
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

  /** Connections that have brought nothing since then are not to be trusted. */
  private abandonSilent(since: number): void {
    for (const [client, heard] of this.clients) if (heard.at < since) client.abandon('the database does not answer')
  }

  private tell(failure: string | undefined): void {
    const isAnswering = failure === undefined
    if (isAnswering === this.answering) return
    this.answering = isAnswering
    if (isAnswering) this.log.log('the database answers again')
    else this.log.error(`the database does not answer: ${failure}`)
    for (const listener of this.listeners) listener(isAnswering)
  }

  /**
   * Asks on the connection it has, then on a new one; `failure` says why neither was answered. Where a connection is
   * silent, others that were opened as long ago may be too, although a new one is answered.
   */
  private async probe(): Promise<{ readonly isSilent: boolean; readonly failure?: string | undefined }> {
    const old = this.prober && (await this.ask(this.prober))
    if (this.prober && old === undefined) return { isSilent: false }
    this.dismiss()
    const prober = new Client({
      connectionString: this.options.url,
      application_name: 'nameyard-watch',
      connectionTimeoutMillis: this.options.silenceMs,
    })
    prober.on('error', () => undefined)
    this.prober = prober
    const failure = await prober.connect().then(
      () => this.ask(prober),
      (error: Error) => error.message || (error as NodeJS.ErrnoException).code || 'no connection',
    )
    if (failure !== undefined) this.dismiss()
    return { isSilent: old === SILENCE, failure }
  }

  /** Undefined when it was answered, else what went wrong. */
  private async ask(prober: Client): Promise<string | undefined> {
    const answer = prober.query('select 1').then(
      () => undefined,
      (error: Error) => error.message,
    )
    let timer: NodeJS.Timeout | undefined
    const silence = new Promise<string>((resolve) => {
      timer = setTimeout(() => void untilRead().then(() => resolve(SILENCE)), this.options.silenceMs)
    })
    const told = await Promise.race([answer, silence])
    clearTimeout(timer)
    return told
  }

  private dismiss(): void {
    this.prober?.connection.stream.destroy()
    this.prober = undefined
  }
}

const SILENCE = 'a question was not answered in time'

/**
 * Resolves when everything has been read that had arrived. After a process stood still, timers are late and fire before
 * sockets are read: without this its own pause would look like a silent server.
 */
async function untilRead(): Promise<void> {
  await setImmediate()
  await setImmediate()
}
