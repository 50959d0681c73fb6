import { createHash } from 'node:crypto'
import { Controller } from '@nestjs/common'
import { answerApprovalLink } from '@nameyard/contracts/approvals/answer-approval-link'
import { approveCall } from '@nameyard/contracts/approvals/approve-call'
import { refuseCall } from '@nameyard/contracts/approvals/refuse-call'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { LoginAttempts } from '../access/login-attempts'
import { LoginFactors } from '../access/login-factors'
import { findLinked } from './approval-link.store'
import { Decisions } from './decisions'

const open = ['pending'] as const

@Controller()
export class AnswerApprovalLink {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly attempts: LoginAttempts,
    private readonly factors: LoginFactors,
    private readonly decisions: Decisions,
  ) {}

  /**
   * The link alone decides nothing: the password and the second factor are those of its person, checked and counted as in a
   * login. After a decision no link of the call works.
   */
  @Handles(answerApprovalLink)
  async execute(input: Input<typeof answerApprovalLink>, call: Call): Promise<Result<typeof answerApprovalLink>> {
    const { token, password, otp, isGranted } = input
    const hash = createHash('sha256').update(token).digest()
    const [found] = await this.database.read(findLinked, { hash, now: this.clock.machineNow() })
    if (!found) fail('approval_link_not_found')
    const { id, username, contactId, resellerId } = found
    const { contact, subjects } = await this.attempts.withPassword({ username, password }, call)
    if (contact.contactId !== contactId) fail('approval_link_not_found')
    await this.factors.demand({ otp }, contact, subjects.counted, call)
    const approver = { resellerId, contactId, username, role: contact.role }
    const decision = isGranted
      ? ({ id, from: open, to: 'approved', operation: approveCall } as const)
      : ({ id, from: open, to: 'refused', operation: refuseCall } as const)
    await this.decisions.make(decision, approver, { ...call, actor: { ...approver, scope: [] } })
    return {}
  }
}
