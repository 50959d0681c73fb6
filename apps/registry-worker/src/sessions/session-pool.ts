import { Logger } from '@nestjs/common'
import { EppConnection } from '@nameyard/epp/connection'
import { LoginRefused, NotSent } from '@nameyard/epp/transport-errors'
import type { WorkerIdentity } from '../operations/worker-identity'
import type { Registry } from '../registries/registry'

/** A session and the account-wide slot it occupies. */
interface Seat {
  readonly session: EppConnection
  readonly slot: number
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
  private readonly waiting: ((seat: Seat | undefined) => void)[] = []
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
      if (this.seats.size + this.opening < this.registry.sessions) return this.open()
      const handed = await new Promise<Seat | undefined>((resolve) => this.waiting.push(resolve))
      if (handed?.session.isOpen) return handed
    }
  }

  private async open(): Promise<Seat> {
    if (performance.now() < this.closedUntil) throw new NotSent('the registry refused our login a moment ago')
    this.opening++
    try {
      const slot = await this.takeSlot()
      try {
        const session = await EppConnection.open(this.registry.connection)
        const seat: Seat = { session, slot }
        this.seats.add(seat)
        session.onClose((end) => {
          this.seats.delete(seat)
          clearTimeout(seat.keepalive)
          if (end.kind === 'lost') this.log.warn(`session lost: ${end.cause.message}`)
          void this.identity.releaseSlot(this.registry.account, slot).catch(() => undefined)
          // Whoever waits for a session may open one in the place of this.
          this.waiting.shift()?.(undefined)
        })
        return seat
      } catch (error) {
        await this.identity.releaseSlot(this.registry.account, slot).catch(() => undefined)
        throw error
      }
    } catch (error) {
      if (error instanceof LoginRefused) {
        this.closedUntil = performance.now() + REFUSED_LOGIN_PAUSE_MS
        this.log.error(error.message)
      }
      // Nobody's command was sent, whatever went wrong on the way to a session.
      throw error instanceof NotSent ? error : new NotSent((error as Error).message, { cause: error })
    } finally {
      this.opening--
    }
  }

  private async takeSlot(): Promise<number> {
    const end = performance.now() + SLOT_WAIT_MS
    do {
      const slot = await this.identity.takeSlot(this.registry.account, this.registry.sessions)
      if (slot !== undefined) return slot
      await new Promise((resolve) => setTimeout(resolve, SLOT_RETRY_MS))
    } while (performance.now() < end)
    throw new NotSent('all sessions of the account are in use')
  }

  private giveBack(seat: Seat): void {
    if (!seat.session.isOpen) return
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
