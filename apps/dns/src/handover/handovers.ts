import { Injectable } from '@nestjs/common'
import type { Holding } from '@nameyard/contracts/domains/holding'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { AssignedNameservers } from '../assigned-nameservers/assigned-nameservers'
import { PreparedZones } from '../changing/prepared-zones'
import { belowPattern, familyOf } from '../changing/zone-family'
import { ZoneWithdrawals } from '../changing/zone-withdrawals'
import { lockFamily } from '../changing/zone.store'
import { saveHolder } from '../holders/holder.store'
import { Holders } from '../holders/holders'
import { endProofs } from '../holders/proved-name.store'
import * as store from './handover.store'
import { ZoneCopies } from './zone-copies'
import { ZoneMoves } from './zone-moves'

/** How long zones of other accounts stay published after a domain was transferred in; days. */
const KEPT_DAYS = 28
const DAY_MS = 24 * 3_600_000
const ANSWER_MS = 10_000

/** What is known of a domain: its holder and how the account became the holder; null when the domain ended. */
export interface HeldDomain {
  readonly domainId: number
  readonly resellerId: number
  readonly name: string
  readonly version: number
  readonly changedAt: Date
  readonly holding: Holding | null
}

/** Carries out what a new holder of a domain means for the zones of other accounts at the name and below it. */
@Injectable()
export class Handovers {
  constructor(
    private readonly database: Database,
    private readonly holders: Holders,
    private readonly withdrawals: ZoneWithdrawals,
    private readonly prepared: PreparedZones,
    private readonly copies: ZoneCopies,
    private readonly moves: ZoneMoves,
    private readonly nameservers: AssignedNameservers,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the holder of a domain and hands the zones over, in one transaction. Does nothing when a later state of the
   * domain is known.
   */
  async learn(correlationId: string, domain: HeldDomain): Promise<void> {
    const call = { correlationId, deadline: this.clock.machineMs() + ANSWER_MS }
    if (domain.holding) await this.nameservers.of(domain.resellerId, call)
    await this.database.unitOfWork({ correlationId }, async (tx) => {
      await tx.query(lockFamily, { family: familyOf(domain.name) })
      await this.store(tx, domain)
    })
  }

  /** Does the same in a transaction that has locked the family of the name. */
  async store(tx: Tx, domain: HeldDomain): Promise<void> {
    const { name, holding, domainId, version, changedAt } = domain
    const resellerId = holding && domain.resellerId
    const [saved] = await tx.query(saveHolder, { name, domainId, resellerId, version, changedAt })
    if (!saved || !holding || saved.former === resellerId) return
    await this.handOver(tx, domain, holding)
  }

  /** Withdraws the kept zones whose time is over. Returns whether there were any. */
  async endKept(correlationId: string): Promise<boolean> {
    const now = this.clock.now()
    const ended = await this.database.read(store.endedZones, { now })
    for (const { id, name } of ended) {
      await this.database.unitOfWork({ correlationId }, async (tx) => {
        await tx.query(lockFamily, { family: familyOf(name) })
        const stillEnded = await tx.query(store.lockEnded, { id, now })
        if (stillEnded.length > 0) await this.withdrawals.withdraw(tx, name, [id])
      })
    }
    return ended.length > 0
  }

  private async handOver(tx: Tx, { name, resellerId }: HeldDomain, holding: Holding): Promise<void> {
    const below = belowPattern(name)
    await tx.query(endProofs, { name, below, resellerId })
    const found = await tx.query(store.lockOtherZones, { name, below, resellerId })
    const heldByOthers = await this.holders.othersBelow(tx, below, resellerId)
    const within = found.filter((zone) => !heldByOthers.includes(zone.name))
    const returned = await tx.query(store.returnKept, { ids: within.map(({ id }) => id), resellerId })
    const others = within.filter(({ id }) => !returned.some((zone) => zone.id === id))

    const { by, from, isWithoutHistory } = holding
    const moving = by === 'account' ? others.filter((zone) => zone.resellerId === from) : []
    if (isWithoutHistory) for (const zone of moving) await this.copies.replace(tx, zone, resellerId)
    else if (by === 'account' && from !== undefined) {
      // The earlier zones of the domain move even where it has no zone now.
      const names = [...new Set([name, ...moving.map((zone) => zone.name)])]
      await this.moves.move(tx, names, { from, to: resellerId })
    }
    const rest = others.filter((zone) => !moving.includes(zone))
    const prepared = await this.prepared.take(tx, { name, resellerId })
    if (prepared || (by === 'registration' && (await this.isNew(tx, holding)))) {
      const ids = rest.map(({ id }) => id)
      await this.withdrawals.withdraw(tx, name, ids)
    } else {
      const served = rest.filter((zone) => zone.resellerId !== store.NO_ACCOUNT)
      await this.keep(tx, name, resellerId, served)
    }
    if (prepared) await this.prepared.publish(tx, { name, resellerId }, prepared)
  }

  /** Whether the account became the holder after this service began to store holders. */
  private async isNew(tx: Tx, { since }: Holding): Promise<boolean> {
    const [fill] = await tx.query(store.readFill)
    return new Date(since) >= fill!.startedAt
  }

  /** Keeps zones of other accounts published for a while, so that a domain works until its holder has its own zone. */
  private async keep(tx: Tx, domain: string, resellerId: number, zones: readonly store.OtherZone[]): Promise<void> {
    if (zones.length === 0) return
    const endsAt = new Date(this.clock.epochMs() + KEPT_DAYS * DAY_MS)
    await tx.query(store.keepZones, { ids: zones.map(({ id }) => id), endsAt })
    await this.withdrawals.tell(tx, domain, 'ending', zones, endsAt)
    const inherited = zones.map(({ name }) => ({ name, resellerId }))
    await this.withdrawals.tell(tx, domain, 'inherited', inherited, endsAt)
  }
}
