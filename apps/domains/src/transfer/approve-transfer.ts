import { approveTransfer } from '@nameyard/contracts/domains/approve-transfer'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, Replays } from '@nameyard/messaging/handles'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Controller } from '@nestjs/common'
import { lockOwn } from '../domain/domain.store'
import { hasOpen } from '../domain/registry-operation.store'
import { permitted } from '../domain/permitted'
import { refuseOtherName } from '../domain/other-name'
import { OrderEnds, type PlacedOrder } from '../placing/order-end'
import { Submissions } from '../registry/submissions'
import { rulesOf } from '../tlds/catalogue'

/** Answers a registrar that asks for a domain of the account: lets it go, or keeps it where its registry allows that. */
@Controller()
export class ApproveTransfer {
  constructor(
    private readonly database: Database,
    private readonly submissions: Submissions,
    private readonly ends: OrderEnds,
  ) {}

  @Handles(approveTransfer)
  async execute(answer: Input<typeof approveTransfer>, call: Call): Promise<Result<typeof approveTransfer>> {
    return this.again(await this.database.unitOfWork(call, (tx) => this.answer(tx, answer, resellerOf(call))), call)
  }

  /** Answers what was submitted before: waits for the registry unless it has answered. */
  @Replays(approveTransfer)
  async again(placed: PlacedOrder, call: Call): Promise<Result<typeof approveTransfer>> {
    await this.ends.of(placed, call)
    return { success: true }
  }

  private async answer(
    tx: Tx,
    { id, domain: repeated, approve, auth_code }: Input<typeof approveTransfer>,
    resellerId: number,
  ): Promise<PlacedOrder> {
    const domain = (await lockOwn(tx, resellerId, id)) ?? fail('domain_not_found', { domain: id })
    refuseOtherName(domain, repeated)
    const { name, authCode } = domain
    permitted('transfer/approve', domain)
    if (auth_code !== undefined && auth_code !== authCode) fail('authcode_invalid', { domain: name })
    const isKeepable = rulesOf(domain).transfer.approvedBy === 'registrar'
    if (!approve && !isKeepable) fail('domain_status_prohibits', { domain: name })
    // The first answer stands.
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
