import { randomUUID } from 'node:crypto'
import { Inject, Injectable, Logger } from '@nestjs/common'
import { zoneDelegationChanged } from '@nameyard/contracts/events/catalogue/zone-events'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { SweepTask } from '@nameyard/runtime/sweep-task'
import { ZoneEvents } from '../account-events/zone-events'
import { AssignedNameservers } from '../assigned-nameservers/assigned-nameservers'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { claimDelegations, saveDelegation, type DueZone } from './delegation.store'
import { NameControl } from './name-control'

/** Longer than a check takes. Then another process may check the zone. */
const CLAIM_MS = 120_000
const ANSWER_MS = 10_000
/** When a delegation is checked again that public resolution did not answer. */
const RETRY_MS = 600_000

/** Checks the delegations of zones at regular intervals, and soon after a read that found an old result. */
@Injectable()
export class WhenDelegationDue extends SweepTask {
  private readonly log = new Logger('delegation')

  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly nameservers: AssignedNameservers,
    private readonly control: NameControl,
    private readonly events: ZoneEvents,
  ) {
    super({ name: 'delegation', everyMs: 1_000 })
  }

  protected async sweep(): Promise<void> {
    while (!this.isStopped) {
      const machine = this.clock.machineMs()
      const until = new Date(machine + CLAIM_MS)
      const claim = { now: this.clock.now(), machineNow: new Date(machine), until }
      const zones = await this.database.read(claimDelegations, claim)
      if (zones.length === 0) return
      await Promise.all(zones.map((zone) => this.check(zone, until)))
    }
  }

  private async check({ id: zoneId, name, resellerId }: DueZone, until: Date): Promise<void> {
    const { state, found } = await this.found(name, resellerId)
    const dueAt = new Date(
      this.clock.epochMs() + (state === null ? RETRY_MS : this.config.DELEGATION_CHECK_SECONDS * 1_000),
    )
    const checked = { zoneId, resellerId, state, found, until, now: this.clock.now(), dueAt }
    await this.database.unitOfWork({ correlationId: randomUUID() }, async (tx) => {
      const [saved] = await tx.query(saveDelegation, checked)
      if (saved?.isNews) await this.events.tellOf(tx, zoneDelegationChanged, zoneId)
    })
  }

  /** The delegation of a name for an account; without a state when it cannot be found now. */
  private async found(name: string, resellerId: number) {
    const call = { correlationId: randomUUID(), deadline: this.clock.machineMs() + ANSWER_MS }
    try {
      const { state, found } = await this.control.delegation(name, await this.nameservers.of(resellerId, call))
      return { state: state === 'unknown' ? null : state, found }
    } catch (error) {
      this.log.warn(`the delegation of ${name} is checked later: ${(error as Error).message}`)
      return { state: null, found: [] }
    }
  }
}
