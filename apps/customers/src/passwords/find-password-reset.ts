import { createHash } from 'node:crypto'
import { Controller } from '@nestjs/common'
import { findPasswordReset } from '@nameyard/contracts/access/find-password-reset'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { findReset } from './password-reset.store'

@Controller()
export class FindPasswordReset {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Only reads, because mail scanners open links before people do. */
  @Handles(findPasswordReset)
  async execute({ token }: Input<typeof findPasswordReset>): Promise<Result<typeof findPasswordReset>> {
    const hash = createHash('sha256').update(token).digest()
    const [found] = await this.database.read(findReset, { hash, now: this.clock.machineNow() })
    if (!found) fail('password_reset_not_found')
    return { username: found.username }
  }
}
