import { Logger } from '@nestjs/common'
import type { EppConnection, SessionEnd } from '@nameyard/epp/connection'
import type { Slot, WorkerIdentity } from '../operations/worker-identity'
import type { Registry } from '../registries/registry'
import type { Accounts } from './account.store'
import type { LogIn } from './log-in'
import { NoSession } from './no-session'
import type { Pace } from './pace'
import { Session } from './session'

/** A session and the account-wide slot it occupies. Instants are of the monotonic clock. */
interface Seat {
  readonly connection: EppConnection
  readonly session: Session
  readonly slot: Slot
  readonly openedAt: number
  keepalive?: NodeJS.Timeout
  /** The session that comes after this one takes its slot over. */
  keepsSlot?: boolean
}

/** Numbers of the account's slots that a pool draws its sessions from: from the first up to the last. */
export interface SlotRange {
  readonly first: number
  readonly last: number
}

/** How long to wait for a slot that another replica holds before the caller is told to come back. */
const SLOT_WAIT_MS = 2_000
const SLOT_RETRY_MS = 100
/** Pause before a caller who found no slot asks again. */
const BUSY_PAUSE_MS = 500
/** A session that others want is used this long first: else replicas would only log in and out. */
const LEAST_USE_MS = 1_000

/**
 * Sessions of one registry account. All replicas together never exceed the account's limit: each session occupies a
 * slot that is locked in the database. A session is used by one caller at a time, kept alive in between, and given up
 * when another replica waits for one.
 */
export class SessionPool {
  private readonly log: Logger
  private readonly idle: Seat[] = []
  private readonly seats = new Set<Seat>()
  /** Callers in line: each is handed a session, the reason why there is none, or nothing and looks again. */
  private readonly waiting: ((handed: Seat | Error | undefined) => void)[] = []
  private readonly most: number
  private opening = 0
  private wantedUntil = 0
  private closed = false

  constructor(
    private readonly registry: Registry,
    private readonly slots: SlotRange,
    private readonly identity: WorkerIdentity,
    private readonly logIn: LogIn,
    private readonly pace: Pace,
    private readonly accounts: Accounts,
  ) {
    this.log = new Logger(`registry ${registry.account}`)
    this.most = slots.last - slots.first + 1
  }

  /** How many can work here at once: those with a session, and one who tries to get another. */
  get capacity(): number {
    return Math.min(this.most, this.seats.size + this.opening + 1)
  }

  /**
   * Lends a session to `work`. Throws NoSession when none can be had: nothing was sent then. What `work` throws passes
   * through. An urgent caller, for whom somebody waits, is given a session that another replica uses; others only one
   * that idles there, since whoever has it does the same work.
   */
  async withSession<T>(work: (session: Session) => Promise<T>, isUrgent = false): Promise<T> {
    const seat = await this.take(isUrgent)
    try {
      return await work(seat.session)
    } finally {
      this.giveBack(seat)
    }
  }

  /** Brings the next password into use, in place of a session of now. Throws NoSession when that fails. */
  async changePassword(nextPassword: string): Promise<void> {
    const current = await this.take(true)
    const seat = await this.whileOpening(async () => {
      current.keepsSlot = true
      await this.logOut(current.connection)
      return this.openIn(current.slot, () => this.logIn.changePassword(this.registry, nextPassword))
    })
    this.giveBack(seat)
  }

  /** Gives a session to the replica that waits for one: an idle one, or when that is urgent the next given back. */
  yield(isUrgent: boolean): void {
    const seat = this.idle.pop()
    if (seat) this.end(seat)
    else if (isUrgent) this.wantedUntil = performance.now() + SLOT_WAIT_MS
  }

  /** Ends all sessions without a logout: what was in flight is of unknown outcome. */
  drop(): void {
    for (const { connection } of this.seats) connection.close()
  }

  /** Logs out of every session. */
  async close(): Promise<void> {
    this.closed = true
    for (const wake of this.waiting.splice(0)) wake(undefined)
    await Promise.all([...this.seats].map(({ connection }) => this.logOut(connection)))
  }

  private async take(isUrgent: boolean): Promise<Seat> {
    for (;;) {
      if (this.closed) throw new NoSession('the worker is stopping', BUSY_PAUSE_MS)
      const seat = this.idle.pop()
      if (seat) {
        clearTimeout(seat.keepalive)
        if (seat.connection.isOpen) return seat
        continue
      }
      if (this.seats.size + this.opening < this.most) {
        const opened = await this.open(() => this.logIn.open(this.registry), isUrgent).catch((obstacle: Error) => {
          if (this.seats.size === 0) throw obstacle
          return undefined
        })
        if (opened) return opened
        // There is no further one. While one of them is ours, that session comes round.
        if (this.idle.length > 0) continue
        if (this.seats.size === 0) throw new NoSession('all sessions of the account are in use', BUSY_PAUSE_MS)
      }
      const handed = await new Promise<Seat | Error | undefined>((resolve) => this.waiting.push(resolve))
      if (handed instanceof Error) throw handed
      if (handed?.connection.isOpen) return handed
    }
  }

  /** A new session, or nothing when other replicas hold the remaining slots. */
  private open(logIn: () => Promise<EppConnection>, isUrgent: boolean): Promise<Seat | undefined> {
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
      // Nobody's command was sent, whatever went wrong on the way to a session.
      const { message } = error as Error
      obstacle = error instanceof NoSession ? error : new NoSession(message, BUSY_PAUSE_MS, { cause: error })
      throw obstacle
    } finally {
      this.opening--
      // Nobody is left who could hand a session to those in line.
      if (this.seats.size + this.opening === 0) for (const hand of this.waiting.splice(0)) hand(obstacle)
    }
  }

  private async openIn(slot: Slot, logIn: () => Promise<EppConnection>): Promise<Seat> {
    try {
      const connection = await logIn()
      if (this.closed || !slot.isHeld) {
        await this.logOut(connection)
        throw new Error(this.closed ? 'the worker is stopping' : 'the worker lost its session slot')
      }
      const session = new Session(connection, this.registry, this.pace, this.accounts, slot)
      const seat: Seat = { connection, session, slot, openedAt: performance.now() }
      this.seats.add(seat)
      connection.onClose((end) => this.leave(seat, end))
      return seat
    } catch (error) {
      await slot.release().catch(() => undefined)
      throw error
    }
  }

  private leave(seat: Seat, end: SessionEnd): void {
    this.seats.delete(seat)
    clearTimeout(seat.keepalive)
    if (end.kind === 'lost') this.log.warn(`session lost: ${end.cause.message}`)
    if (!seat.keepsSlot) void seat.slot.release().catch(() => undefined)
    // Whoever waits for a session may open one in the place of this; when it was the last, all look for themselves.
    const woken = this.seats.size + this.opening === 0 ? this.waiting.length : 1
    for (const hand of this.waiting.splice(0, woken)) hand(undefined)
  }

  /** Waits for a slot that another replica may give back, unless a session of ours will be free before long. */
  private async takeSlot(isUrgent: boolean): Promise<Slot | undefined> {
    const end = performance.now() + SLOT_WAIT_MS
    for (;;) {
      const slot = await this.identity.takeSlot(this.registry.account, this.slots)
      if (slot || this.seats.size > 0 || this.closed || performance.now() >= end) return slot
      await this.identity.askForSession(this.registry.account, isUrgent)
      await new Promise((resolve) => setTimeout(resolve, SLOT_RETRY_MS))
    }
  }

  private giveBack(seat: Seat): void {
    if (!seat.connection.isOpen) return
    const now = performance.now()
    const isWanted = now < this.wantedUntil && now - seat.openedAt > LEAST_USE_MS
    if (isWanted) this.wantedUntil = 0
    if (this.closed || isWanted || now - seat.openedAt > this.registry.lifetimeMs) return this.end(seat)
    const next = this.waiting.shift()
    if (next) return next(seat)
    this.idle.push(seat)
    this.keepAlive(seat)
  }

  private end({ connection, keepalive }: Seat): void {
    clearTimeout(keepalive)
    void this.logOut(connection)
  }

  /** Never rejects: without room for another command soon, the session ends without a word. */
  private async logOut(connection: EppConnection): Promise<void> {
    const logout = () => connection.logout()
    await this.pace.within(this.registry, 'session:logout', logout).catch(() => connection.close())
  }

  private keepAlive(seat: Seat): void {
    seat.keepalive = setTimeout(() => {
      const index = this.idle.indexOf(seat)
      if (index < 0) return
      this.idle.splice(index, 1)
      // A failed hello has ended the session; the next caller opens another.
      this.pace
        .within(this.registry, 'session:hello', () => seat.connection.hello())
        .then(
          () => this.giveBack(seat),
          () => this.end(seat),
        )
    }, this.registry.keepaliveMs)
    seat.keepalive.unref()
  }
}
