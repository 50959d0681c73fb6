import { Controller } from '@nestjs/common'
import { useApproval } from '@nameyard/contracts/approvals/use-approval'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { recordChange } from '../audit/audit-log'
import { problemOf } from './approval-on-wire'
import { findOfAsker, useUp, type Asker } from './approval.store'
import { askerOf } from './asker'

@Controller()
export class UseApproval {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(useApproval)
  async execute(input: Input<typeof useApproval>, call: Call): Promise<Result<typeof useApproval>> {
    const resellerId = resellerOf(call)
    const asker = askerOf(call)
    const { id, operation } = input
    const now = this.clock.machineNow()
    return this.database.unitOfWork(call, async (tx) => {
      const [used] = await tx.query(useUp, { ...input, ...asker, repeatKey: input.repeatKey ?? null, now })
      if (!used) return this.refuse(tx, input, asker, now)
      if (used.before === 'used') return {}
      const [subject, changes] = [`approval ${id}`, { operation: { to: operation }, used: { to: true } }]
      await recordChange(tx, { call, now: this.clock.now(), operation: useApproval, resellerId, subject, changes })
      return {}
    })
  }

  private async refuse(tx: Tx, input: Input<typeof useApproval>, asker: Asker, now: Date): Promise<never> {
    const { id, operation, fingerprints } = input
    const [found] = await tx.query(findOfAsker, { id, ...asker })
    if (!found)
      fail('approval_unusable', {
        approval: id,
        problem: `this ${asker.keyId === null ? 'assistant' : 'key'} did not ask for it`,
      })
    const isSame = found.operation === operation && fingerprints.includes(found.fingerprint)
    const problem = isSame ? problemOf(found.state, found.expiresAt <= now) : 'is for a call with other arguments'
    return fail('approval_unusable', { approval: id, problem })
  }
}
