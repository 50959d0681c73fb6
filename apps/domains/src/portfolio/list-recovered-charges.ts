import { Controller } from '@nestjs/common'
import { listRecoveredCharges } from '@nameyard/contracts/domains/recovered-charges'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { chargesIn } from './recovered-charge.store'

/** Lists the lost charges of recovered names. */
@Controller()
export class ListRecoveredCharges {
  constructor(private readonly database: Database) {}

  @Handles(listRecoveredCharges)
  async execute({
    state,
    after,
    limit,
  }: Input<typeof listRecoveredCharges>): Promise<Result<typeof listRecoveredCharges>> {
    const states = state ? [state] : ['proposed', 'confirmed']
    const rows = await this.database.read(chargesIn, { states, after, limit })
    return { charges: rows.map(({ happenedAt, ...row }) => ({ ...row, at: happenedAt.toISOString() })) }
  }
}
