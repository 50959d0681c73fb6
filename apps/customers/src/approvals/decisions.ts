import { Injectable } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { approvalDecided } from '@nameyard/contracts/events/catalogue/approval-events'
import type { AnyOperation, Call } from '@nameyard/contracts/operation'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { recordChange } from '../audit/audit-log'
import { ApprovalEvents } from './approval-events'
import { problemOf } from './approval-on-wire'
import { decide, findApproval, type ApprovalState } from './approval.store'
import type { Approver } from './approver'

interface Decision {
  readonly id: number
  readonly from: readonly ApprovalState[]
  readonly to: 'approved' | 'refused'
  readonly operation: AnyOperation
}

/** What people decide about calls of API keys and assistants. The database decides between two decisions at the same time. */
@Injectable()
export class Decisions {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: ApprovalEvents,
  ) {}

  /** Refuses an approval that is not one of the account, or can no longer be decided. */
  async assertOpen(id: number, from: readonly ApprovalState[], { resellerId }: Approver): Promise<void> {
    const now = this.clock.machineNow()
    const [found] = await this.database.read(findApproval, { resellerId, id })
    if (!found) fail('approval_not_found', { id })
    if (!from.includes(found.state) || found.expiresAt <= now) {
      fail('approval_unusable', { approval: id, problem: decided(found.state, found.expiresAt <= now) })
    }
  }

  async make({ id, from, to, operation }: Decision, { resellerId }: Approver, call: Call): Promise<void> {
    await this.database.unitOfWork(call, async (tx) => {
      const now = this.clock.machineNow()
      const [made] = await tx.query(decide, { resellerId, id, from, to, now })
      if (!made) fail('approval_unusable', { approval: id, problem: 'was decided' })
      const { keyId, assistantId } = made
      const asker = { [keyId === null ? 'assistant' : 'key']: { to: keyId ?? assistantId } }
      const [subject, changes] = [`approval ${id}`, { operation: { to: made.operation }, ...asker }]
      await this.events.tell(tx, approvalDecided, { resellerId, id })
      await recordChange(tx, { call, now: this.clock.now(), operation, resellerId, subject, changes })
    })
  }
}

const decided = (state: ApprovalState, isExpired: boolean) =>
  state === 'approved' && !isExpired ? 'was approved' : problemOf(state, isExpired)
