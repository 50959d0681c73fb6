import { Controller } from '@nestjs/common'
import { listTokens } from '@nameyard/contracts/access/list-tokens'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { findTokens } from './token.store'

@Controller()
export class ListTokens {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(listTokens)
  async execute({ username }: Input<typeof listTokens>): Promise<Result<typeof listTokens>> {
    const rows = await this.database.read(findTokens, { username, now: this.clock.machineNow() })
    if (rows.length === 0) fail('person_not_found', { username })
    return {
      tokens: rows.flatMap(({ id, scope, boundTo, createdAt, expiresAt }) =>
        id === null
          ? []
          : [
              {
                id,
                scope,
                boundTo,
                createdAt: createdAt.toISOString(),
                expiresAt: expiresAt.toISOString(),
              },
            ],
      ),
    }
  }
}
