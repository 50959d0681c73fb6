import { Controller, Inject } from '@nestjs/common'
import { listTokens } from '@nameyard/contracts/access/list-tokens'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { findTokens, type ListedToken } from './token.store'

@Controller()
export class ListTokens {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  @Handles(listTokens)
  async execute({ username }: Input<typeof listTokens>): Promise<Result<typeof listTokens>> {
    const rows = await this.database.read<ListedToken>(findTokens, [username, this.clock.machineNow()])
    if (rows.length === 0) fail('person_not_found', { username })
    return {
      tokens: rows.flatMap(({ id, scope, bound_to, created_at, expires_at }) =>
        id === null
          ? []
          : [
              {
                id,
                scope,
                boundTo: bound_to,
                createdAt: created_at.toISOString(),
                expiresAt: expires_at.toISOString(),
              },
            ],
      ),
    }
  }
}
