import { Controller } from '@nestjs/common'
import { recordOperatorChange } from '@nameyard/contracts/access/record-operator-change'
import { setTldRules } from '@nameyard/contracts/domains/set-tld-rules'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Outbox } from '@nameyard/outbox/outbox'
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
    private readonly outbox: Outbox,
    private readonly rules: RulesInForce,
    private readonly clock: Clock,
  ) {}

  @Handles(setTldRules)
  async execute(
    { operator, extension, effectiveFrom, rules }: Input<typeof setTldRules>,
    call: Call,
  ): Promise<Result<typeof setTldRules>> {
    if (!tlds.has(extension)) fail('tld_not_found', { extension })
    const now = this.clock.now()
    await this.database.unitOfWork(call, async (tx) => {
      await tx.query(setRules, { extension, effectiveFrom, rules: JSON.stringify(rules), setBy: operator, setAt: now })
      await this.outbox.append(tx, recordOperatorChange, {
        at: now.toISOString(),
        operator,
        resellerId: null,
        operation: setTldRules.id,
        subject: `rules of .${extension} from ${effectiveFrom}`,
        changes: Object.fromEntries(Object.entries(rules).map(([rule, to]) => [rule, { to }])),
      })
    })
    await this.rules.refresh()
    return { extension, effectiveFrom, rules }
  }
}
