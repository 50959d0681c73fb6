import { Controller } from '@nestjs/common'
import { autoRenewalChanged } from '@nameyard/contracts/access/auto-renewal-changed'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Database, type Tx } from '@nameyard/persistence/database'
import { isAutorenewedByDefault, keepSetting, staleFollowers } from '../lifecycle/account-setting.store'
import { DomainChanges } from '../lifecycle/domain-changes'
import { lockDomain } from '../lifecycle/domain.store'

/** Domains of one transaction: their rows are locked as long as it runs. */
const BATCH = 200

/**
 * Stores what `autorenew: default` means for an account, and moves the timers of the domains with that value. After a crash
 * the message is delivered again, and the rows show which domains are left.
 */
@Controller()
export class OnAutoRenewalChanged {
  constructor(
    private readonly database: Database,
    private readonly changes: DomainChanges,
  ) {}

  @Consumes(autoRenewalChanged)
  async on(change: Payload<typeof autoRenewalChanged>, { correlationId }: Delivery): Promise<void> {
    const { resellerId, isEnabled: isAutorenewed, version } = change
    await this.database.unitOfWork({ correlationId }, (tx) => keepSetting(tx, { resellerId, isAutorenewed, version }))
    let moved: number
    do moved = await this.database.unitOfWork({ correlationId }, (tx) => this.follow(tx, resellerId))
    while (moved === BATCH)
  }

  /** Applies the setting to some domains and returns their number. */
  private async follow(tx: Tx, resellerId: number): Promise<number> {
    const setting = await isAutorenewedByDefault(tx, resellerId)
    const stale = await tx.query(staleFollowers, { resellerId, limit: BATCH })
    for (const { id } of stale) {
      const domain = await lockDomain(tx, id)
      if (!domain) continue
      const followed = { ...domain, isAutorenewedByDefault: setting, version: domain.version + 1 }
      await this.changes.save(tx, domain, followed)
    }
    return stale.length
  }
}
