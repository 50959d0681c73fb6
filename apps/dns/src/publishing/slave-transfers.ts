import { Inject, Injectable, Logger } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import type { Wait } from '../verification/wait'
import { knownSlaves, markAsked, markSilent, noteTransfers, type KnownSlave } from './transfer.store'
import { ZONE_WRITER, type HeldZone, type Transfer, type ZoneWriter } from './zone-writer'

/** How long one publication waits for a transfer. The next attempt checks again. */
const PATIENCE_MS = 3_000
const PAUSE_MS = 50
/**
 * PowerDNS stores the time of a transfer in seconds. Two transfers within one second look like one, so the second is
 * requested again.
 */
const AGAIN_MS = 1_100
/** A master is overdue this long after its REFRESH: PowerDNS looks for zones to refresh once a minute. */
const GRACE_MS = 2 * 60_000
/** Time for an overdue master to answer. */
const ANSWER_MS = 60_000
/** Slave zones of one statement. */
const PAGE = 1_000

/** Most masters that one sweep queries: each query costs a transfer of the zone. */
const MOST_ASKED = 100

/** The master of a slave zone has not sent it. */
class NotTransferred extends Error {
  override readonly name = 'NotTransferred'
  readonly waits: readonly Wait[]

  constructor(master: string) {
    super(`the master ${master} has not sent the zone`)
    this.waits = [
      { server: master, problem: 'the master has not sent the zone; it must answer and allow the transfer' },
    ]
  }
}

/** Follows the transfers of slave zones (RFC 5936): their serials and dates, and whether the master still answers. */
@Injectable()
export class SlaveTransfers {
  private readonly log = new Logger('transfers')

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(ZONE_WRITER) private readonly writer: ZoneWriter,
  ) {}

  /** Makes the name server fetch a zone from its master, and returns its serial. Throws NotTransferred. */
  async fetch(zoneId: number, name: string, master: string): Promise<number> {
    const before = await this.writer.transferOf(name)
    await this.writer.fetch(name)
    const begun = performance.now()
    let isAskedAgain = false
    for (;;) {
      const transfer = await this.writer.transferOf(name)
      if (transfer !== undefined && transfer.lastCheck !== before?.lastCheck) {
        await this.note([{ id: zoneId, ...transfer }])
        return transfer.serial
      }
      const waited = performance.now() - begun
      if (waited > PATIENCE_MS) throw new NotTransferred(master)
      if (waited > AGAIN_MS && !isAskedAgain) {
        isAskedAgain = true
        await this.writer.fetch(name)
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }

  /**
   * Compares the stored state of the masters of published zones with the state at the name server. A master without an
   * answer for longer than its REFRESH is queried, and counts as silent when it does not answer then.
   */
  async follow(held: ReadonlyMap<string, HeldZone>): Promise<void> {
    const now = this.clock.now()
    const overdue: KnownSlave[] = []
    for (let after = 0, isLast = false; !isLast;) {
      const slaves = await this.database.read(knownSlaves, { after, limit: PAGE })
      overdue.push(...(await this.overdueOf(slaves, held, now)))
      isLast = slaves.length < PAGE
      after = slaves.at(-1)?.id ?? after
    }
    // Those that were never asked first, then those whose query is longest ago.
    overdue.sort((one, other) => (one.askedAt?.getTime() ?? 0) - (other.askedAt?.getTime() ?? 0))
    await this.ask(overdue.slice(0, MOST_ASKED), now)
  }

  /** Reads the transfers that have changed, and marks silent masters. Returns the zones whose master must be asked. */
  private async overdueOf(
    slaves: readonly KnownSlave[],
    held: ReadonlyMap<string, HeldZone>,
    now: Date,
  ): Promise<KnownSlave[]> {
    const overdue: KnownSlave[] = []
    const silent: number[] = []
    for (const slave of slaves) {
      const zone = held.get(slave.name)
      if (zone === undefined || !zone.isOurs) continue
      if (zone.lastCheck !== slave.lastCheck || zone.serial !== slave.serial) await this.read(slave)
      else if (slave.askedAt !== null && now.getTime() - slave.askedAt.getTime() >= ANSWER_MS) {
        if (slave.silentSince === null) this.log.warn(`${slave.name}: the master does not answer`)
        silent.push(slave.id)
        overdue.push(slave)
      } else if (slave.askedAt === null && isOverdue(slave, now)) overdue.push(slave)
    }
    if (silent.length > 0) await this.database.read(markSilent, { zoneIds: silent })
    return overdue
  }

  private async ask(slaves: readonly KnownSlave[], now: Date): Promise<void> {
    for (const { name } of slaves) await this.writer.fetch(name)
    if (slaves.length > 0) await this.database.read(markAsked, { zoneIds: slaves.map(({ id }) => id), now })
  }

  private async read({ id, name }: KnownSlave): Promise<void> {
    const transfer = await this.writer.transferOf(name)
    if (transfer !== undefined) await this.note([{ id, ...transfer }])
  }

  private async note(transfers: readonly (Transfer & { readonly id: number })[]): Promise<void> {
    await this.database.read(noteTransfers, {
      zoneIds: transfers.map(({ id }) => id),
      serials: transfers.map(({ serial }) => serial),
      lastChecks: transfers.map(({ lastCheck }) => lastCheck),
      refreshes: transfers.map(({ refresh }) => refresh),
      now: this.clock.now(),
    })
  }
}

function isOverdue({ seenAt, refresh }: KnownSlave, now: Date): boolean {
  return seenAt !== null && now.getTime() - seenAt.getTime() > (refresh ?? 0) * 1_000 + GRACE_MS
}
