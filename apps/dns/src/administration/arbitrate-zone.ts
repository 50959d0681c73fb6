import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { arbitrateZone } from '@nameyard/contracts/dns/arbitrate-zone'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { familyOf } from '../changing/zone-family'
import { lockFamily } from '../changing/zone.store'
import { Handovers } from '../handover/handovers'
import { holdersOf } from '../holders/holder.store'
import { Holders, NO_DOMAIN } from '../holders/holders'
import { newApex } from '../records/apex'
import { Accounts } from './accounts'

@Controller()
export class ArbitrateZone {
  constructor(
    private readonly database: Database,
    private readonly accounts: Accounts,
    private readonly holders: Holders,
    private readonly handovers: Handovers,
    private readonly clock: Clock,
  ) {}

  /** Stores the account as the holder of a name without a domain, with what follows for the zones of other accounts. */
  @Handles(arbitrateZone)
  async execute(asked: Input<typeof arbitrateZone>, call: Call): Promise<Result<typeof arbitrateZone>> {
    const { reason, resellerId = null } = asked
    const [label = '', ...extension] = asked.name.split('.')
    const name = newApex({ name: label, extension: extension.join('.') })
    if (resellerId !== null) await this.accounts.assertExists(resellerId, call)
    const answered = await this.holders.ask(name, 0, call)
    return this.database.unitOfWork(call, async (tx) => {
      await tx.query(lockFamily, { family: familyOf(name) })
      const holder = await this.holders.of(tx, name, answered)
      if (holder && !(holder.domainId === NO_DOMAIN && holder.name === name)) fail('zone_unavailable', { zone: name })
      const [known] = await tx.query(holdersOf, { names: [name] })
      const now = this.clock.now()
      await this.handovers.store(tx, {
        domainId: NO_DOMAIN,
        resellerId: resellerId ?? 0,
        name,
        version: (known?.version ?? 0) + 1,
        changedAt: now,
        holding: resellerId === null ? null : { by: 'registration', since: now.toISOString() },
      })
      tellAudit(tx, {
        resellerId,
        subject: `zone ${name}`,
        changes: { holder: { from: holder?.resellerId ?? null, to: resellerId }, reason: { to: reason } },
      })
      return { name, resellerId }
    })
  }
}
