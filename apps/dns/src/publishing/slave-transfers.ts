import { Inject, Injectable, Logger } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { knownSlaves, markAsked, markSilent, noteTransfers, type KnownSlave } from './transfer.store'
import { ZONE_WRITER, type HeldZone, type Transfer, type Wait, type ZoneWriter } from './zone-writer'

/** How long one publication waits for a transfer; the next attempt looks again. */
const PATIENCE_MS = 3_000
const PAUSE_MS = 50
/** PowerDNS notes transfers by the second: two within one look like one, so it is asked again in the next. */
const AGAIN_MS = 1_100
/** A master counts as overdue this long after its REFRESH: PowerDNS looks for zones to refresh once a minute. */
const GRACE_MS = 2 * 60_000
/** An overdue master has this long to answer when it is asked. */
const ANSWER_MS = 60_000
/** Masters that one sweep has asked, at most: each costs a transfer of its zone. */
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

/** Follows the transfers of slave zones (RFC 5936): which serial came when, and whether the master still answers. */
@Injectable()
export class SlaveTransfers {
  private readonly log = new Logger('transfers')

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(ZONE_WRITER) private readonly writer: ZoneWriter,
  ) {}

  /** Has a zone fetched from its master and answers its serial. Throws NotTransferred. */
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
   * Holds what is known of the masters of published zones against what the name server has. A master that was not heard
   * of for longer than its REFRESH is asked, and is silent when that brings no answer.
   */
  async follow(held: ReadonlyMap<string, HeldZone>): Promise<void> {
    const slaves = await this.database.read<KnownSlave & { [column: string]: unknown }>(knownSlaves)
    const now = this.clock.now()
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
    if (silent.length > 0) await this.database.read(markSilent, [silent])
    await this.ask(overdue.slice(0, MOST_ASKED), now)
  }

  private async ask(slaves: readonly KnownSlave[], now: Date): Promise<void> {
    for (const { name } of slaves) await this.writer.fetch(name)
    if (slaves.length > 0) await this.database.read(markAsked, [slaves.map(({ id }) => id), now])
  }

  private async read({ id, name }: KnownSlave): Promise<void> {
    const transfer = await this.writer.transferOf(name)
    if (transfer !== undefined) await this.note([{ id, ...transfer }])
  }

  private async note(transfers: readonly (Transfer & { readonly id: number })[]): Promise<void> {
    await this.database.read(noteTransfers, [
      transfers.map(({ id }) => id),
      transfers.map(({ serial }) => serial),
      transfers.map(({ lastCheck }) => lastCheck),
      transfers.map(({ refresh }) => refresh),
      this.clock.now(),
    ])
  }
}

function isOverdue({ seenAt, refresh }: KnownSlave, now: Date): boolean {
  return seenAt !== null && now.getTime() - seenAt.getTime() > (refresh ?? 0) * 1_000 + GRACE_MS
}
