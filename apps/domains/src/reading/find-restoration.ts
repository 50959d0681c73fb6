import { Controller } from '@nestjs/common'
import { findRestoration } from '@nameyard/contracts/domains/find-restoration'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { findOwn } from '../lifecycle/domain.store'
import { restoration } from '../lifecycle/model/restoration'
import { restorePurchase } from '../ordering/purchases'
import { rulesOf } from '../tlds/catalogue'

/** Returns how a restore of a domain would be priced, so that its price can be shown before it is ordered. */
@Controller()
export class FindRestoration {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(findRestoration)
  async execute({ resellerId, name }: Input<typeof findRestoration>): Promise<Result<typeof findRestoration>> {
    const domain = await findOwn(this.database, resellerId, { name })
    const decided = domain && restoration(domain, rulesOf(domain), this.clock.now())
    if (!decided) return {}
    const { hasRenewal = false, hasPrivacy = false } = restorePurchase(domain, decided, rulesOf(domain))
    return { restoration: { operation: decided.priced, hasRenewal, hasPrivacy } }
  }
}
