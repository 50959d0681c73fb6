import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { setTldRules } from '@nameyard/contracts/domains/set-tld-rules'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { tlds } from './catalogue'
import { RulesInForce } from './rules-in-force'
import { setRules } from './rules.store'

/** Changes rules of an extension from an instant on, without a release. For operators. */
@Controller()
export class SetTldRules {
  constructor(
    private readonly database: Database,
    private readonly rules: RulesInForce,
    private readonly clock: Clock,
  ) {}

  @Handles(setTldRules)
  async execute(
    { extension, effectiveFrom, rules }: Input<typeof setTldRules>,
    call: Call,
  ): Promise<Result<typeof setTldRules>> {
    if (!tlds.has(extension)) fail('tld_not_found', { extension })
    const now = this.clock.now()
    await this.database.unitOfWork(call, async (tx) => {
      await tx.query(setRules, {
        extension,
        effectiveFrom,
        rules: JSON.stringify(rules),
        setBy: call.operator ?? 'operator',
        setAt: now,
      })
      tellAudit(tx, {
        resellerId: null,
        subject: `rules of .${extension} from ${effectiveFrom}`,
        changes: Object.fromEntries(Object.entries(rules).map(([rule, to]) => [rule, { to }])),
      })
    })
    await this.rules.refresh()
    return { extension, effectiveFrom, rules }
  }
}
