import { autoRenewalChanged } from '@nameyard/contracts/access/auto-renewal-changed'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Controller } from '@nestjs/common'
import { isAutorenewedByDefault, keepSetting, staleFollowers } from './account-setting.store'
import { DomainChanges } from './domain-changes'
import { lockDomain } from './domain.store'

/** Domains of one transaction: few enough that nobody waits long for one of them. */
const BATCH = 200

/**
 * Takes over what `autorenew: default` means for an account, and moves the timers of the domains that follow it. What a
 * crash leaves undone the message does when it comes again: the rows say which domains are left.
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

  /** Has some domains follow the setting; says how many. */
  private async follow(tx: Tx, resellerId: number): Promise<number> {
    const setting = await isAutorenewedByDefault(tx, resellerId)
    const stale = await tx.query<{ id: number }>(staleFollowers, [resellerId, BATCH])
    for (const { id } of stale) {
      const domain = await lockDomain(tx, id)
      if (!domain) continue
      const followed = { ...domain, isAutorenewedByDefault: setting, version: domain.version + 1 }
      await this.changes.save(tx, domain, followed)
    }
    return stale.length
  }
}
