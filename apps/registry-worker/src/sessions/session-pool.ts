import { Logger } from '@nestjs/common'
import { EppConnection, type SessionEnd } from '@nameyard/epp/connection'
import { LoginRefused, NotSent } from '@nameyard/epp/transport-errors'
import type { Slot, WorkerIdentity } from '../operations/worker-identity'
import type { Registry } from '../registries/registry'

/** A session and the account-wide slot it occupies. */
interface Seat {
  readonly session: EppConnection
  readonly slot: Slot
  keepalive?: NodeJS.Timeout
}

/** After a refused login nothing is tried for this long: repeating it locks the account. */
const REFUSED_LOGIN_PAUSE_MS = 60_000

/** How long to wait for a slot that another replica holds before the caller is told to come back. */
const SLOT_WAIT_MS = 2_000
const SLOT_RETRY_MS = 100

/**
 * The sessions of one registry account. All replicas together never exceed the account's limit: each session occupies
 * a slot that is locked in the database. A session is used by one caller at a time and kept alive in between.
 */
export class SessionPool {
  private readonly log: Logger
  private readonly idle: Seat[] = []
  private readonly seats = new Set<Seat>()
  /** Callers in line: each is handed a session, the reason why there is none, or nothing and looks again. */
  private readonly waiting: ((handed: Seat | Error | undefined) => void)[] = []
  private opening = 0
  private closedUntil = 0
  private closed = false

  constructor(
    private readonly registry: Registry,
    private readonly identity: WorkerIdentity,
  ) {
    this.log = new Logger(`registry ${registry.account}`)
  }

  /**
   * Lends a session to `work`. Throws NotSent when none can be had: nothing was sent then. What `work` throws passes
   * through.
   */
  async withSession<T>(work: (session: EppConnection) => Promise<T>): Promise<T> {
    const seat = await this.take()
    try {
      return await work(seat.session)
    } finally {
      this.giveBack(seat)
    }
  }

  /** Ends all sessions without a logout: what was in flight is of unknown outcome. */
  drop(): void {
    for (const { session } of this.seats) session.close()
  }

  /** Logs out of every session. */
  async close(): Promise<void> {
    this.closed = true
    for (const wake of this.waiting.splice(0)) wake(undefined)
    await Promise.all([...this.seats].map(({ session }) => session.logout()))
  }

  private async take(): Promise<Seat> {
    for (;;) {
      if (this.closed) throw new NotSent('the worker is stopping')
      const seat = this.idle.pop()
      if (seat) {
        clearTimeout(seat.keepalive)
        if (seat.session.isOpen) return seat
        continue
      }
      if (this.seats.size + this.opening < this.registry.sessions) {
        const opened = await this.open()
        if (opened) return opened
        // Every slot is taken. While one of them is ours, that session comes round.
        if (this.idle.length > 0) continue
        if (this.seats.size === 0) throw new NotSent('all sessions of the account are in use')
      }
      const handed = await new Promise<Seat | Error | undefined>((resolve) => this.waiting.push(resolve))
      if (handed instanceof Error) throw handed
      if (handed?.session.isOpen) return handed
    }
  }

  /** A new session, or nothing when other replicas hold the remaining slots. */
  private async open(): Promise<Seat | undefined> {
    if (performance.now() < this.closedUntil) throw new NotSent('the registry refused our login a moment ago')
    this.opening++
    let obstacle: Error = new NotSent('all sessions of the account are in use')
    try {
      const slot = await this.takeSlot()
      return slot && (await this.openIn(slot))
    } catch (error) {
      if (error instanceof LoginRefused) {
        this.closedUntil = performance.now() + REFUSED_LOGIN_PAUSE_MS
        this.log.error(error.message)
      }
      // Nobody's command was sent, whatever went wrong on the way to a session.
      obstacle = error instanceof NotSent ? error : new NotSent((error as Error).message, { cause: error })
      throw obstacle
    } finally {
      this.opening--
      // Nobody is left who could hand a session to those in line.
      if (this.seats.size + this.opening === 0) for (const hand of this.waiting.splice(0)) hand(obstacle)
    }
  }

  private async openIn(slot: Slot): Promise<Seat> {
    try {
      const session = await EppConnection.open(this.registry.connection)
      if (this.closed || !slot.isHeld) {
        await session.logout()
        throw new NotSent(this.closed ? 'the worker is stopping' : 'the worker lost its session slot')
      }
      const seat: Seat = { session, slot }
      this.seats.add(seat)
      session.onClose((end) => this.leave(seat, end))
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
    void seat.slot.release().catch(() => undefined)
    // Whoever waits for a session may open one in the place of this; when it was the last, all look for themselves.
    const woken = this.seats.size + this.opening === 0 ? this.waiting.length : 1
    for (const hand of this.waiting.splice(0, woken)) hand(undefined)
  }

  /** Waits for a slot that another replica may give back, unless a session of ours will be free before long. */
  private async takeSlot(): Promise<Slot | undefined> {
    const end = performance.now() + SLOT_WAIT_MS
    for (;;) {
      const slot = await this.identity.takeSlot(this.registry.account, this.registry.sessions)
      if (slot || this.seats.size > 0 || this.closed || performance.now() >= end) return slot
      await new Promise((resolve) => setTimeout(resolve, SLOT_RETRY_MS))
    }
  }

  private giveBack(seat: Seat): void {
    if (!seat.session.isOpen) return
    if (this.closed) return void seat.session.logout()
    const next = this.waiting.shift()
    if (next) return next(seat)
    this.idle.push(seat)
    this.keepAlive(seat)
  }

  private keepAlive(seat: Seat): void {
    seat.keepalive = setTimeout(() => {
      const index = this.idle.indexOf(seat)
      if (index < 0) return
      this.idle.splice(index, 1)
      // A failed hello has ended the session; the next caller opens another.
      seat.session.hello().then(
        () => this.giveBack(seat),
        () => undefined,
      )
    }, this.registry.keepaliveMs)
    seat.keepalive.unref()
  }
}
