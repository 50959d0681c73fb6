import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { listFactors } from '@nameyard/contracts/factors/list-factors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { enrolmentsSince } from './enrolment'
import { findFactors, findHolder } from './second-factor.store'

@Controller()
export class ListFactors {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(listFactors)
  async execute(_: Input<typeof listFactors>, { actor }: Call): Promise<Result<typeof listFactors>> {
    const { contactId } = actor ?? fail('authentication_failed')
    const [holder] = await this.database.read(findHolder, { contactId })
    if (!holder) fail('authentication_failed')
    const startedAfter = enrolmentsSince(this.clock.machineNow())
    const factors = await this.database.read(findFactors, { contactId, startedAfter })
    return {
      results: factors.map(({ id, kind, name, isConfirmed, isPasswordless, createdAt, lastUsedAt }) => ({
        id,
        kind,
        name,
        is_confirmed: isConfirmed,
        is_passwordless: isPasswordless,
        created_at: printDate(createdAt),
        last_used_at: printDate(lastUsedAt),
      })),
      total: factors.length,
      recovery_codes_left: holder.recoveryCodes,
      is_required: holder.isRequired,
    }
  }
}
