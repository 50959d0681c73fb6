import { Controller } from '@nestjs/common'
import { comparePortfolio } from '@nameyard/contracts/domains/compare-portfolio'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Comparison } from './comparison'

/** Compares domains with their registry, for an operator. */
@Controller()
export class ComparePortfolio {
  constructor(private readonly comparison: Comparison) {}

  @Handles(comparePortfolio)
  async execute(
    { account, names }: Input<typeof comparePortfolio>,
    call: Call,
  ): Promise<Result<typeof comparePortfolio>> {
    const read = await this.comparison.read(account, names, call)
    return {
      names: read.names.map(({ name, comparison, domain, differences }) => ({
        name,
        comparison,
        ...(domain && { resellerId: domain.resellerId }),
        differences: [...differences],
      })),
    }
  }
}
