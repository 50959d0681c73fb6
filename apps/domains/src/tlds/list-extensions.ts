import { Controller } from '@nestjs/common'
import { listExtensions } from '@nameyard/contracts/domains/list-extensions'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Clock } from '@nameyard/runtime/clock'
import { extensionsAt, obstacleOf } from './catalogue'
import { PricedExtensions, WITHOUT_PRICE } from './priced-extensions'
import { RulesInForce } from './rules-in-force'

/** Lists all extensions of the catalogue, sold or not. For operators. */
@Controller()
export class ListExtensions {
  constructor(
    private readonly rules: RulesInForce,
    private readonly priced: PricedExtensions,
    private readonly clock: Clock,
  ) {}

  @Handles(listExtensions)
  async execute({ at: given }: Input<typeof listExtensions>, call: Call): Promise<Result<typeof listExtensions>> {
    await this.rules.refresh()
    const priced = await this.priced.inAnyList(call)
    const at = given === undefined ? this.clock.now() : new Date(given)
    const extensions = [...extensionsAt(at).values()].map((row) => {
      const { account, dialect } = row.record.registry
      const obstacle = obstacleOf(row) ?? (priced.has(row.suffix) ? undefined : WITHOUT_PRICE)
      return {
        suffix: row.suffix,
        ...(account !== undefined && { account }),
        dialect,
        ...(obstacle !== undefined && { obstacle }),
        verified: row.record.verified,
        source: row.record.source,
        isShipped: row.isShipped,
        effectiveFrom: row.effectiveFrom.toISOString(),
      }
    })
    return { at: at.toISOString(), extensions }
  }
}
