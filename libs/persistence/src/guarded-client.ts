import type { Socket } from 'node:net'
import { Unavailable } from '@nameyard/contracts/unavailable'
import { Client, type ClientConfig } from 'pg'
import type { DatabaseWatch } from './database-watch'
import { unavailableFrom } from './outage'

/** Milliseconds that opening a connection may take, log-in included. */
const CONNECT_MS = 5_000

/** Milliseconds without traffic before TCP asks whether the peer is there; it asks ten times, a second apart. */
const KEEPALIVE_MS = 10_000

/** Milliseconds that the server gets to close a connection we end; a silent one never does. */
const GOODBYE_MS = 1_000

/**
 * Server side of the same: ends the session of a client that vanished, and with it its locks. A session in the middle of
 * a transaction that hears nothing ends after ten seconds: no unit of work waits for anything but the database. One that
 * waits for a lock notices within a second that its client closed the connection.
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
 * A connection to PostgreSQL whose silence is noticed. `pg` waits for an answer for ever; this one is watched, and
 * destroyed when a statement outlives its limit. What fails because the server is away fails with `Unavailable`.
 */
export class GuardedClient extends Client {
  /** When a unit of work on this connection must be over, because its caller waits no longer; milliseconds. */
  deadline: number | undefined
  private readonly watch: DatabaseWatch
  private unanswered = 0
  private sentAt = 0

  constructor(config: GuardedConfig) {
    super({
      ...config,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEPALIVE_MS,
      connectionTimeoutMillis: CONNECT_MS,
    })
    this.watch = config.watch
    this.once('end', () => this.watch.remove(this))
  }

  /** When the oldest statement without an answer was sent; undefined when the connection is idle. */
  get waitsSince(): number | undefined {
    return this.unanswered > 0 ? this.sentAt : undefined
  }

  /** Bytes the server has sent so far: the sign that it is alive. */
  get bytesHeard(): number {
    return (this.connection.stream as Socket).bytesRead
  }

  /** Destroys the connection; its statements fail with the reason. */
  abandon(reason: string): void {
    this.connection.stream.destroy(new Unavailable(reason))
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the overloads of `pg`, which tell callbacks from promises
  override connect(callback?: any): any {
    if (callback === undefined) {
      return new Promise<void>((resolve, reject) => {
        this.connect((error: Error | null) => (error ? reject(error) : resolve()))
      })
    }
    // Nobody waits out a time limit for a server that is known to be away.
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
        // The stack of who asked says more than that of the socket.
        Error.captureStackTrace(error)
        reject(error)
      })
    })
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the overloads of `pg`, as above
  override end(callback?: any): any {
    const { stream } = this.connection
    const impatience = setTimeout(() => stream.destroy(), GOODBYE_MS).unref()
    this.once('end', () => clearTimeout(impatience))
    return callback ? super.end(callback) : super.end()
  }

  private send(config: string, values: unknown[] | undefined, answer: Answer): void {
    if (this.unanswered++ === 0) this.sentAt = this.watch.now()
    super.query(config, values as unknown[], (error, result) => {
      // In a pipeline, an answer to one shows that the next is being worked on.
      if (--this.unanswered > 0) this.sentAt = this.watch.now()
      answer(error ? (unavailableFrom(error) ?? error) : null, result)
    })
  }
}
