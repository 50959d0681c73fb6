import { Logger } from '@nestjs/common'
import type { SessionEnd } from '@nameyard/epp/connection'
import type { Slot, WorkerIdentity } from '../leases/worker-identity'
import { NoSession } from './no-session'
import type { Pace } from './pace'
import type { OpenConnection, SessionSource } from './session-source'

/** A session and its slot, which limits the sessions of the account. Instants are of the monotonic clock. */
interface PooledSession<Connection, Session> {
  readonly connection: Connection
  readonly session: Session
  readonly slot: Slot
  readonly openedAt: number
  keepalive?: NodeJS.Timeout
  /** The next session takes over the slot of this one. */
  keepsSlot?: boolean
}

/** The range of the account's slots that a pool may use. */
export interface SlotRange {
  readonly first: number
  readonly last: number
}

/** Opens a session; the signal ends its connection at once. */
type LogInWith<Connection> = (signal: AbortSignal) => Promise<Connection>

/** How long to wait for a slot of another replica, before NoSession is thrown. */
const SLOT_WAIT_MS = 2_000
const SLOT_RETRY_MS = 100
/** An idle session of another replica ends within milliseconds. */
const FIRST_SLOT_RETRY_MS = 20
/**
 * How long a request of another replica counts. It asks again while it waits; one that no longer waits must not cost a
 * session.
 */
const ASKED_MS = 5 * SLOT_RETRY_MS
/** Pause of a caller that found no slot. */
const BUSY_PAUSE_MS = 500
/** Pause of a caller whose account is closed. Its operations are not claimed, so few callers come. */
const SHUT_PAUSE_MS = 1_000
/** A session is used this long before it is yielded to another replica: otherwise replicas would only log in and out. */
const LEAST_USE_MS = 1_000

/**
 * Sessions of one registry account. Each session occupies a slot that is leased in the database, so that all replicas
 * together never exceed the account's limit. One caller at a time uses a session; an idle one is kept alive, and yielded
 * when another replica waits for a session.
 */
export class SessionPool<Connection extends OpenConnection, Session> {
  private readonly log: Logger
  private readonly registry: SessionSource<Connection, Session>['account']
  private readonly idle: PooledSession<Connection, Session>[] = []
  private readonly sessions = new Set<PooledSession<Connection, Session>>()
  /** Waiting callers: each gets a session, an error, or undefined to try again. */
  private readonly waiting: ((handed: PooledSession<Connection, Session> | Error | undefined) => void)[] = []
  /** Most sessions. */
  readonly most: number
  private opening = 0
  /** End the connections that log in now. */
  private readonly logins = new Set<AbortController>()
  /** Before it, other replicas are not asked again for the sessions that this one lacks. */
  private askedUntil = 0
  private wantedUntil = 0
  private closed = false
  /** Why the account is closed; undefined while it is open. */
  private obstacle: string | undefined

  constructor(
    private readonly source: SessionSource<Connection, Session>,
    readonly slots: SlotRange,
    private readonly identity: WorkerIdentity,
    private readonly pace: Pace,
  ) {
    this.registry = source.account
    this.log = new Logger(`registry ${this.registry.account}`)
    this.most = slots.last - slots.first + 1
  }

  /** Its sessions that work and that are idle, and the callers that wait for one. */
  get usage(): { readonly used: number; readonly idle: number; readonly waiting: number } {
    return { used: this.sessions.size - this.idle.length, idle: this.idle.length, waiting: this.waiting.length }
  }

  /**
   * Runs `work` with a session. Throws NoSession when none is available: nothing was sent then. An urgent caller, with a
   * waiting request, may get a session that another replica uses; other callers only an idle one, since the other replica
   * does the same work.
   */
  async withSession<T>(work: (session: Session) => Promise<T>, isUrgent = false): Promise<T> {
    const pooled = await this.take(isUrgent)
    try {
      return await work(pooled.session)
    } finally {
      this.release(pooled)
    }
  }

  /** Replaces a session by the one that `logIn` opens. Throws NoSession when that fails. */
  async replace(logIn: LogInWith<Connection>): Promise<void> {
    const current = await this.take(true)
    const pooled = await this.whileOpening(async () => {
      current.keepsSlot = true
      await this.logOut(current.connection)
      return this.openIn(current.slot, logIn)
    })
    this.release(pooled)
  }

  /** Yields a session to another replica: an idle one, or for an urgent request the next released one. */
  yield(isUrgent: boolean): void {
    const pooled = this.idle.pop()
    if (pooled) this.end(pooled)
    else if (isUrgent) this.wantedUntil = performance.now() + ASKED_MS
  }

  /**
   * Closes the pool while its account is closed: idle sessions log out at once, and others when their work ends. Undefined
   * opens it again.
   */
  shut(obstacle: string | undefined): void {
    this.obstacle = obstacle
    if (obstacle === undefined) return
    for (const pooled of this.idle.splice(0)) this.end(pooled)
    for (const hand of this.waiting.splice(0)) hand(new NoSession(obstacle, SHUT_PAUSE_MS))
  }

  /** Ends all sessions and logins at once, without a logout: commands in flight have an unknown outcome. */
  drop(): void {
    for (const login of this.logins) login.abort()
    for (const { connection } of this.sessions) connection.close()
  }

  /** Logs out of every session. */
  async close(): Promise<void> {
    this.closed = true
    // Its slot is free soon: the login would be one session too many.
    for (const login of this.logins) login.abort()
    for (const wake of this.waiting.splice(0)) wake(undefined)
    await Promise.all([...this.sessions].map(({ connection }) => this.logOut(connection)))
  }

  private async take(isUrgent: boolean): Promise<PooledSession<Connection, Session>> {
    for (;;) {
      if (this.closed) throw new NoSession('the worker is stopping', BUSY_PAUSE_MS)
      if (this.obstacle !== undefined) throw new NoSession(this.obstacle, SHUT_PAUSE_MS)
      const pooled = this.idle.pop()
      if (pooled) {
        clearTimeout(pooled.keepalive)
        if (pooled.connection.isOpen) return pooled
        continue
      }
      // Not all at once: each attempt may be one that the registry refuses.
      const mayOpen = isUrgent || this.opening <= this.sessions.size
      if (mayOpen && this.sessions.size + this.opening < this.most) {
        const opened = await this.open((signal) => this.source.open(signal), isUrgent).catch((obstacle: Error) => {
          if (this.sessions.size === 0) throw obstacle
          return undefined
        })
        if (opened) return opened
        // No free slot. If this replica has a session, wait for its release.
        if (this.idle.length > 0) continue
        if (this.sessions.size === 0) throw new NoSession('all sessions of the account are in use', BUSY_PAUSE_MS)
      }
      const handed = await new Promise<PooledSession<Connection, Session> | Error | undefined>((resolve) =>
        this.waiting.push(resolve),
      )
      if (handed instanceof Error) throw handed
      if (handed?.connection.isOpen) return handed
    }
  }

  /** Opens a session; undefined when other replicas hold the remaining slots. */
  private open(
    logIn: LogInWith<Connection>,
    isUrgent: boolean,
  ): Promise<PooledSession<Connection, Session> | undefined> {
    return this.whileOpening(async () => {
      const slot = await this.takeSlot(isUrgent)
      return slot && this.openIn(slot, logIn)
    })
  }

  private async whileOpening<Opened>(open: () => Promise<Opened>): Promise<Opened> {
    this.opening++
    let obstacle: Error = new NoSession('all sessions of the account are in use', BUSY_PAUSE_MS)
    try {
      return await open()
    } catch (error) {
      // No command was sent, whatever failed here.
      const { message } = error as Error
      obstacle = error instanceof NoSession ? error : new NoSession(message, BUSY_PAUSE_MS, { cause: error })
      throw obstacle
    } finally {
      this.opening--
      // No session is left that could be handed to the waiting callers.
      if (this.sessions.size + this.opening === 0) for (const hand of this.waiting.splice(0)) hand(obstacle)
    }
  }

  private async openIn(slot: Slot, logIn: LogInWith<Connection>): Promise<PooledSession<Connection, Session>> {
    const login = new AbortController()
    this.logins.add(login)
    try {
      if (!slot.isHeld) throw new Error('the worker lost its session slot')
      const connection = await logIn(login.signal)
      if (this.closed || !slot.isHeld) {
        await this.logOut(connection)
        throw new Error(this.closed ? 'the worker is stopping' : 'the worker lost its session slot')
      }
      const session = this.source.session(connection, slot)
      const pooled: PooledSession<Connection, Session> = { connection, session, slot, openedAt: performance.now() }
      this.sessions.add(pooled)
      connection.onClose((end) => this.leave(pooled, end))
      // Two more callers may open sessions now.
      for (const hand of this.waiting.splice(0, 2)) hand(undefined)
      return pooled
    } catch (error) {
      await slot.release().catch(() => undefined)
      throw error
    } finally {
      this.logins.delete(login)
    }
  }

  private leave(pooled: PooledSession<Connection, Session>, end: SessionEnd): void {
    this.sessions.delete(pooled)
    clearTimeout(pooled.keepalive)
    if (end.kind === 'lost') this.log.warn(`session lost: ${end.cause.message}`)
    if (!pooled.keepsSlot) void pooled.slot.release().catch(() => undefined)
    // A waiting caller may open another session instead; after the last session, all try.
    const woken = this.sessions.size + this.opening === 0 ? this.waiting.length : 1
    for (const hand of this.waiting.splice(0, woken)) hand(undefined)
  }

  /** Acquires a slot. Without a session of its own, waits for a slot of another replica. */
  private async takeSlot(isUrgent: boolean): Promise<Slot | undefined> {
    const end = performance.now() + SLOT_WAIT_MS
    for (let pauseMs = FIRST_SLOT_RETRY_MS; ; pauseMs = SLOT_RETRY_MS) {
      const slot = await this.identity.takeSlot(this.registry.account, this.slots)
      if (slot || this.closed || performance.now() >= end) return slot
      if (this.sessions.size > 0) {
        void this.askForMore()
        return undefined
      }
      await this.askOthers(isUrgent)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }

  /** Asks other replicas for idle sessions: they hold slots that this one has work for. */
  private async askForMore(): Promise<void> {
    if (performance.now() < this.askedUntil) return
    this.askedUntil = performance.now() + LEAST_USE_MS
    await this.askOthers(false).catch(() => undefined)
  }

  private askOthers(isUrgent: boolean): Promise<void> {
    return this.identity.askForSession({ account: this.registry.account, isUrgent, last: this.slots.last })
  }

  private release(pooled: PooledSession<Connection, Session>): void {
    if (!pooled.connection.isOpen) return
    const now = performance.now()
    const isWanted = now < this.wantedUntil && now - pooled.openedAt > LEAST_USE_MS
    if (isWanted) this.wantedUntil = 0
    if (this.closed || this.obstacle !== undefined || isWanted || now - pooled.openedAt > this.registry.lifetimeMs)
      return this.end(pooled)
    const next = this.waiting.shift()
    if (next) return next(pooled)
    this.idle.push(pooled)
    this.keepAlive(pooled)
  }

  private end({ connection, keepalive }: PooledSession<Connection, Session>): void {
    clearTimeout(keepalive)
    void this.logOut(connection)
  }

  /** Never rejects: when rate limits leave no room for a logout, the connection closes without one. */
  private async logOut(connection: Connection): Promise<void> {
    const logout = () => connection.logout()
    await this.pace.within(this.registry, 'session:logout', logout).catch(() => connection.close())
  }

  private keepAlive(pooled: PooledSession<Connection, Session>): void {
    pooled.keepalive = setTimeout(() => {
      const index = this.idle.indexOf(pooled)
      if (index < 0) return
      this.idle.splice(index, 1)
      if (!this.source.keepAlive) return this.end(pooled)
      // A failure ends the session; the next caller opens another.
      this.source.keepAlive(pooled.connection).then(
        () => this.release(pooled),
        () => this.end(pooled),
      )
    }, this.registry.keepaliveMs)
    pooled.keepalive.unref()
  }
}
