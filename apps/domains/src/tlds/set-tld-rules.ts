import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { setTldRules } from '@nameyard/contracts/domains/set-tld-rules'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { changedBy, soldNamed, tlds } from './catalogue'
import { ExtensionEvents } from './extension-events'
import { lockExtensions } from './extension.store'
import { RulesInForce } from './rules-in-force'
import { setRules } from './rules.store'

/** Changes rules of an extension from an instant on, without a release. For operators. */
@Controller()
export class SetTldRules {
  constructor(
    private readonly database: Database,
    private readonly rules: RulesInForce,
    private readonly events: ExtensionEvents,
    private readonly clock: Clock,
  ) {}

  @Handles(setTldRules)
  async execute(
    { extension, effectiveFrom, rules }: Input<typeof setTldRules>,
    call: Call,
  ): Promise<Result<typeof setTldRules>> {
    if (!tlds.has(extension)) fail('tld_not_found', { extension })
    const now = this.clock.now()
    const from = new Date(effectiveFrom)
    await this.database.unitOfWork(call, async (tx) => {
      await tx.query(lockExtensions)
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
      const before = soldNamed(extension, from)
      await this.events.tell(tx, before, before && changedBy(before, rules), from)
    })
    await this.rules.refresh()
    return { extension, effectiveFrom, rules }
  }
}
