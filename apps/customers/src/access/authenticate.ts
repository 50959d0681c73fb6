import { isIP } from 'node:net'
import { Controller, Inject } from '@nestjs/common'
import { authenticate } from '@nameyard/contracts/access/authenticate'
import { Refusal } from '@nameyard/contracts/errors'
import type { Result } from '@nameyard/contracts/operation'
import { HandlesBatch, type BatchItem } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { unmapped } from './model/address'
import { findBearers, type Bearer } from './token.store'

/** Stands for an address that is none: no token is bound to it, and PostgreSQL can read it. */
const NOWHERE = '::'

@Controller()
export class Authenticate {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Tells whom tokens stand for, one statement for all that are asked about together. */
  @HandlesBatch(authenticate)
  async executeBatch(
    items: readonly BatchItem<typeof authenticate>[],
  ): Promise<readonly (Result<typeof authenticate> | Refusal)[]> {
    const hashes = items.map(({ input }) => input.tokenHash)
    const addresses = items.map(({ input }) => (isIP(input.address) === 0 ? NOWHERE : unmapped(input.address)))
    const now = this.clock.now()
    const rows = await this.database.read<Bearer>(findBearers, [hashes, addresses, now])
    const bearers = new Map(rows.map((bearer) => [bearer.position, bearer]))
    return items.map((_, index) => verdict(bearers.get(index + 1)))
  }
}

function verdict(bearer: Bearer | undefined): Result<typeof authenticate> | Refusal {
  if (!bearer) return new Refusal('authentication_failed')
  if (!bearer.api_access_enabled || !bearer.address_allowed) return new Refusal('access_denied')
  const { resellerId, contactId, username, scope } = bearer
  return { resellerId, contactId, username, scope }
}
