import { Controller } from '@nestjs/common'
import { approveCall } from '@nameyard/contracts/approvals/approve-call'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { GuessLimits } from '../access/guess-limits'
import { ownPasswordSubject } from '../access/model/login-subjects'
import { OneTimeCodes } from '../factors/one-time-codes'
import { Passkeys } from '../factors/passkeys'
import { approverOf, type Approver } from './approver'
import { Decisions } from './decisions'

const open = ['pending'] as const

@Controller()
export class ApproveCall {
  constructor(
    private readonly decisions: Decisions,
    private readonly limits: GuessLimits,
    private readonly codes: OneTimeCodes,
    private readonly passkeys: Passkeys,
  ) {}

  /** The second factor is proven in the same request: a stolen token alone approves nothing. */
  @Handles(approveCall)
  async execute(input: Input<typeof approveCall>, call: Call): Promise<Result<typeof approveCall>> {
    const approver = approverOf(call)
    const { id } = input
    // A code works once, so it is not used up for what cannot be approved.
    await this.decisions.assertOpen(id, open, approver)
    await this.assertFactor(input, approver, call)
    await this.decisions.make({ id, from: open, to: 'approved', operation: approveCall }, approver, call)
    return { success: true }
  }

  /** Wrong answers are counted. */
  private async assertFactor(
    { otp = '', passkey }: Input<typeof approveCall>,
    approver: Approver,
    call: Call,
  ): Promise<void> {
    const { contactId } = approver
    const subjects = [ownPasswordSubject(contactId, call.address)]
    await this.limits.assertOpen(subjects)
    if (passkey) {
      const outcome = await this.passkeys.use(passkey, contactId, call)
      if (!('refused' in outcome)) return
      if (outcome.refused === 'stale') fail('passkey_stale')
      await this.limits.count(subjects)
      fail('passkey_wrong')
    }
    if (otp.trim() === '') fail('otp_needed')
    if (await this.codes.use(otp, approver, approveCall, call)) return
    await this.limits.count(subjects)
    fail('otp_needed')
  }
}
