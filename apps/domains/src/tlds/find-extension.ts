import { Controller } from '@nestjs/common'
import { findExtension } from '@nameyard/contracts/domains/find-extension'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Clock } from '@nameyard/runtime/clock'
import { changesOf, extensionsAt, obstacleOf, rowsOf } from './catalogue'
import type { DatedExtension } from './extension.store'
import { PricedExtensions, WITHOUT_PRICE } from './priced-extensions'
import { RulesInForce } from './rules-in-force'

/** Shows the rules of an extension at an instant, with those before and after. For operators. */
@Controller()
export class FindExtension {
  constructor(
    private readonly rules: RulesInForce,
    private readonly priced: PricedExtensions,
    private readonly clock: Clock,
  ) {}

  @Handles(findExtension)
  async execute({ suffix, at: given }: Input<typeof findExtension>, call: Call): Promise<Result<typeof findExtension>> {
    await this.rules.refresh()
    const at = given === undefined ? this.clock.now() : new Date(given)
    const row = extensionsAt(at).get(suffix) ?? fail('tld_not_found', { extension: suffix })
    const rows = rowsOf(suffix)
    const shipped = rows.findLast(({ isShipped }) => isShipped)
    const isPriced = (await this.priced.inAnyList(call)).has(suffix)
    const obstacle = obstacleOf(row) ?? (isPriced ? undefined : WITHOUT_PRICE)
    return {
      suffix,
      at: at.toISOString(),
      inForce: { ...datesOf(row), record: row.record },
      changes: changesOf(row, at).map(({ effectiveFrom, rules }) => ({
        effectiveFrom: effectiveFrom.toISOString(),
        rules,
      })),
      ...(obstacle !== undefined && { obstacle }),
      history: rows.map(datesOf),
      ...(shipped && { shipped: shipped.record }),
    }
  }
}

function datesOf({ effectiveFrom, isRetired, isShipped, setBy, setAt }: DatedExtension) {
  return {
    effectiveFrom: effectiveFrom.toISOString(),
    isRetired,
    isShipped,
    setBy,
    setAt: setAt.toISOString(),
  }
}
