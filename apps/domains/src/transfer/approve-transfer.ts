import { Controller } from '@nestjs/common'
import { approveTransfer } from '@nameyard/contracts/domains/approve-transfer'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { demandRight } from '@nameyard/contracts/rights'
import { Handles, Replays } from '@nameyard/messaging/handles'
import { Database, type Tx } from '@nameyard/persistence/database'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import { opened } from '../lifecycle/auth-code'
import { lockReached } from '../lifecycle/domain.store'
import { refuseOtherName } from '../lifecycle/other-name'
import { permitted } from '../lifecycle/permitted'
import { PlacedOrders, type PlacedOrder } from '../ordering/placed-orders'
import { hasOpen } from '../registry/registry-operation.store'
import { Submissions } from '../registry/submissions'
import { rulesOf } from '../tlds/catalogue'

/** Approves the transfer of a domain to another registrar, or rejects it where the registry lets the registrar do so. */
@Controller()
export class ApproveTransfer {
  constructor(
    private readonly database: Database,
    private readonly submissions: Submissions,
    private readonly placed: PlacedOrders,
    private readonly codes: AuthCodeCipher,
  ) {}

  @Handles(approveTransfer)
  async execute(answer: Input<typeof approveTransfer>, call: Call): Promise<Result<typeof approveTransfer>> {
    // A refusal of the code would confirm or rule out a guess.
    if (answer.approve || answer.auth_code !== undefined) demandRight(call, 'transfer-codes')
    return this.again(await this.database.unitOfWork(call, (tx) => this.answer(tx, answer, call)), call)
  }

  /** Replies to an answer that was submitted before: waits for the registry unless it has answered. */
  @Replays(approveTransfer)
  async again(placed: PlacedOrder, call: Call): Promise<Result<typeof approveTransfer>> {
    await this.placed.outcomeOf(placed, call)
    return { success: true }
  }

  private async answer(
    tx: Tx,
    { id, domain: repeated, approve, auth_code }: Input<typeof approveTransfer>,
    call: Call,
  ): Promise<PlacedOrder> {
    const domain = await lockReached(tx, call, id)
    refuseOtherName(domain, repeated)
    const { name } = domain
    const { authCode } = opened(this.codes, domain)
    permitted('transfer/approve', domain)
    if (auth_code !== undefined && auth_code !== authCode) fail('authcode_invalid', { domain: name })
    const isRejectable = rulesOf(domain).transfer.approvedBy === 'registrar'
    if (!approve && !isRejectable) fail('domain_status_prohibits', { domain: name })
    // The first answer counts.
    if (await hasOpen(tx, id, ['approve', 'reject'])) fail('transfer_not_pending', { domain: name })
    const [kind, purpose] = approve
      ? (['domain.transfer-approve', 'approve'] as const)
      : (['domain.transfer-reject', 'reject'] as const)
    const operationId = await this.submissions.submit(
      tx,
      domain,
      { kind, intent: { name } },
      { purpose, cause: 'order' },
    )
    return { operationId }
  }
}
