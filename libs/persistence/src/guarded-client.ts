import type { Socket } from 'node:net'
import { Client, type ClientConfig, type QueryConfig, type QueryResult } from 'pg'
import { Unavailable } from '@nameyard/contracts/unavailable'
import type { DatabaseWatch, WatchedConnection } from './database-watch'
import { parsers } from './instants'
import type { PrintedRows } from './json-rows'
import { DescribedStatements, NamedQuery, PrintedQuery } from './named-query'
import { unavailableFrom } from './outage'
import { giveRowMessages } from './row-messages'
import { BEGIN, COMMIT, TransactionQuery } from './transaction-query'

/** Milliseconds that opening a connection may take, authentication included. */
const CONNECT_MS = 5_000

/** Milliseconds without traffic before TCP probes the peer; it sends ten probes, one a second. */
const KEEPALIVE_MS = 10_000

/** Milliseconds that the server gets to close a connection that we end; a silent server never does. */
const CLOSE_MS = 1_000

/**
 * The server's side of the same limits: it ends the session of a client that vanished, and releases its locks. A
 * session that receives nothing for ten seconds within a transaction ends: a unit of work waits only for the database.
 * A session that waits for a lock notices within a second that its client closed the connection.
 */
export const SESSION_OPTIONS = [
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=4',
  'client_connection_check_interval=1s',
  'idle_in_transaction_session_timeout=10s',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')

export interface GuardedConfig extends ClientConfig {
  readonly watch: DatabaseWatch
}

type Answer = (error: Error | null, result: unknown) => void

/**
 * A connection to PostgreSQL that cannot hang. `pg` waits for an answer without a limit; this connection is watched, and
 * destroyed when a statement exceeds its limit. Statements that fail because of an outage fail with `Unavailable`.
 */
export class GuardedClient extends Client implements WatchedConnection {
  deadline: number | undefined
  private readonly watch: DatabaseWatch
  private readonly described: DescribedStatements
  private unanswered = 0
  private sentAt = 0
  /** Whether the next statement begins a transaction. */
  private isBeginDue = false
  private readonly prepared = { begin: false, commit: false }

  constructor(config: GuardedConfig) {
    super({
      ...config,
      types: parsers,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEPALIVE_MS,
      connectionTimeoutMillis: CONNECT_MS,
    })
    this.watch = config.watch
    giveRowMessages(this.connection)
    this.described = new DescribedStatements(this.connection)
    this.once('end', () => this.watch.remove(this))
  }

  get waitsSince(): number | undefined {
    return this.unanswered > 0 ? this.sentAt : undefined
  }

  get bytesReceived(): number {
    return (this.connection.stream as Socket).bytesRead
  }

  abandon(reason: string): void {
    this.connection.stream.destroy(new Unavailable(reason))
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the overloads of `pg`, for callbacks and promises
  override connect(callback?: any): any {
    if (callback === undefined) {
      return new Promise<void>((resolve, reject) => {
        this.connect((error: Error | null) => (error ? reject(error) : resolve()))
      })
    }
    // Fails at once while the server is known to be unavailable, instead of waiting for the time limit.
    if (!this.watch.isAnswering) return process.nextTick(callback, new Unavailable('the database does not answer'))
    this.watch.add(this)
    return super.connect((error: Error | null) => {
      callback(error && new Unavailable(error.message || 'no connection to the database', { cause: error }))
    })
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the overloads of `pg`, as above
  override query(config: any, values?: any, callback?: any): any {
    const answer: Answer | undefined = typeof values === 'function' ? values : callback
    const given = typeof values === 'function' ? undefined : values
    if (answer) return this.send(config, given, answer)
    return new Promise((resolve, reject) => {
      this.send(config, given, (error, result) => {
        if (!error) return resolve(result)
        // The caller's stack is more useful than that of the socket.
        Error.captureStackTrace(error)
        reject(error)
      })
    })
  }

  /** Begins a transaction: from the second one of this connection on, together with the next statement. */
  async begin(): Promise<void> {
    if (this.prepared.begin) this.isBeginDue = true
    else await this.query(BEGIN)
    this.prepared.begin = true
  }

  /** Commits, after a last statement where there is one. Returns its rows. Fails when the transaction was rolled back. */
  async commit(last?: QueryConfig): Promise<object[]> {
    if (last && this.prepared.commit) return (await this.sendLast(last)).rows
    const rows = last ? ((await this.query(last)) as QueryResult<object>).rows : []
    // Nothing was done.
    if (this.isBeginDue) this.isBeginDue = false
    else {
      const { command } = (await this.query(COMMIT)) as QueryResult
      this.prepared.commit = true
      if (command !== 'COMMIT') throw new Error('the transaction was rolled back: one of its statements has failed')
    }
    return rows
  }

  async rollback(): Promise<void> {
    if (this.isBeginDue) this.isBeginDue = false
    else await this.query('rollback')
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the overloads of `pg`, as above
  override end(callback?: any): any {
    const { stream } = this.connection
    const timer = setTimeout(() => stream.destroy(), CLOSE_MS).unref()
    this.once('end', () => clearTimeout(timer))
    return callback ? super.end(callback) : super.end()
  }

  private sendLast(last: QueryConfig): Promise<QueryResult<object>> {
    return new Promise((resolve, reject) => {
      const answer: Answer = (error, result) => (error ? reject(error) : resolve(result as QueryResult<object>))
      this.send(last, undefined, answer, true)
    })
  }

  private send(config: string | QueryConfig, values: unknown[] | undefined, answer: Answer, closes = false): void {
    if (this.unanswered++ === 0) this.sentAt = this.watch.now()
    const opens = this.isBeginDue
    this.isBeginDue = false
    const asked =
      opens || closes
        ? new TransactionQuery(withValues(config, values), this.described, { opens, closes })
        : this.asked(config)
    super.query(asked as string, values as unknown[], (error, result) => {
      // In a pipeline, the answer to one statement shows that the server works on the next.
      if (--this.unanswered > 0) this.sentAt = this.watch.now()
      answer(error ? (unavailableFrom(error) ?? error) : null, result)
    })
  }

  private asked(config: string | QueryConfig | PrintedConfig): string | QueryConfig | NamedQuery {
    if (typeof config === 'object' && 'printed' in config)
      return new PrintedQuery(config, this.described, config.printed)
    return isNamed(config) ? new NamedQuery(config, this.described) : config
  }
}

/** A query whose rows are printed. */
export interface PrintedConfig extends QueryConfig {
  readonly printed: PrintedRows<string>
}

const withValues = (config: string | QueryConfig | PrintedConfig, values: unknown[] | undefined): QueryConfig =>
  typeof config === 'string' ? { text: config, ...(values && { values }) } : config

/** A query object of `pg`, such as a cursor, prepares itself. */
const isNamed = (config: string | QueryConfig): config is QueryConfig =>
  typeof config === 'object' && config.name !== undefined && !('submit' in config)
