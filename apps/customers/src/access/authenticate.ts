import { Controller, Inject } from '@nestjs/common'
import { authenticate } from '@nameyard/contracts/access/authenticate'
import { Refusal } from '@nameyard/contracts/errors'
import type { Result } from '@nameyard/contracts/operation'
import { HandlesBatch, type BatchItem } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { clientAddress } from './model/address'
import { findBearers, type Bearer } from './token.store'

@Controller()
export class Authenticate {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
  ) {}

  /** Tells whom tokens stand for, one statement for all that are asked about together. */
  @HandlesBatch(authenticate)
  async executeBatch(
    items: readonly BatchItem<typeof authenticate>[],
  ): Promise<readonly (Result<typeof authenticate> | Refusal)[]> {
    const { REQUESTS_PER_SECOND: perSecond, REQUESTS_BURST: burst } = this.config
    const spent = items.flatMap(({ input }) => input.spent)
    const rows = await this.database.read<Bearer>(findBearers, [
      items.map(({ input }) => input.tokenHash),
      items.map(({ input }) => clientAddress(input.address)),
      this.clock.machineNow(),
      spent.map(({ resellerId }) => resellerId),
      spent.map(({ requests }) => requests),
      perSecond,
      burst,
    ])
    const bearers = new Map(rows.map((bearer) => [bearer.position, bearer]))
    return items.map((_, index) => verdict(bearers.get(index + 1)))
  }
}

function verdict(bearer: Bearer | undefined): Result<typeof authenticate> | Refusal {
  if (!bearer) return new Refusal('authentication_failed')
  if (!bearer.api_access_enabled || !bearer.address_allowed) return new Refusal('access_denied')
  const { resellerId, contactId, username, scope, remaining, perSecond, burst } = bearer
  return { resellerId, contactId, username, scope, allowance: { remaining, perSecond, burst } }
}
