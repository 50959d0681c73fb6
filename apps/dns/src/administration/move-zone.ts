import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { moveZone } from '@nameyard/contracts/dns/move-zone'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { AssignedNameservers } from '../assigned-nameservers/assigned-nameservers'
import { belowPattern, familyOf } from '../changing/zone-family'
import { lockFamily } from '../changing/zone.store'
import { lockOtherZones } from '../handover/handover.store'
import { ZoneMoves } from '../handover/zone-moves'
import { Holders } from '../holders/holders'
import { apexOf } from '../records/apex'
import { Accounts } from './accounts'
import { lockLiveZone } from './administration.store'

@Controller()
export class MoveZone {
  constructor(
    private readonly database: Database,
    private readonly accounts: Accounts,
    private readonly holders: Holders,
    private readonly nameservers: AssignedNameservers,
    private readonly moves: ZoneMoves,
    private readonly clock: Clock,
  ) {}

  /** Moves a zone and those below it, unless the name belongs to the holder of a domain. */
  @Handles(moveZone)
  async execute(asked: Input<typeof moveZone>, call: Call): Promise<Result<typeof moveZone>> {
    const { reason, resellerId } = asked
    const name = apexOf(asked.name)
    await this.accounts.assertExists(resellerId, call)
    await this.nameservers.of(resellerId, call)
    const answered = await this.holders.ask(name, resellerId, call)
    return this.database.unitOfWork(call, async (tx) => {
      await tx.query(lockFamily, { family: familyOf(name) })
      const [zone] = await tx.query(lockLiveZone, { name })
      if (!zone) return fail('zone_not_found')
      const holder = await this.holders.of(tx, name, answered)
      // A kept zone has no account: the holder gets a zone by creating one, and the former account must not get it back.
      if (zone.keptFor !== null || (holder && holder.resellerId !== resellerId))
        fail('zone_unavailable', { zone: name })
      const from = zone.resellerId
      const around = await tx.query(lockOtherZones, { name, below: belowPattern(name), resellerId })
      const names = around.flatMap((each) => (each.resellerId === from ? each.name : []))
      if (from !== resellerId) await this.moves.move(tx, names, { from, to: resellerId })
      tellAudit(tx, {
        resellerId: from,
        subject: `zone ${name}`,
        changes: { reseller: { from, to: resellerId }, reason: { to: reason } },
      })
      return { zones: names, from }
    })
  }
}
