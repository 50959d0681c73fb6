import { Injectable, type OnModuleInit } from '@nestjs/common'
import type { AccountEvent } from '@nameyard/contracts/events/account-event'
import { approvalMailFailed, type approvalState } from '@nameyard/contracts/events/catalogue/approval-events'
import { AccountEvents } from '@nameyard/outbox/account-events'
import type { Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { SentMails } from '../mail/sent-mails'
import { approvalOnWire } from './approval-on-wire'
import { findApproval } from './approval.store'

/** The type of the mails that ask for approvals. */
export const APPROVAL_MAIL = 'approval'

/** What the account events tell about approvals. */
@Injectable()
export class ApprovalEvents implements OnModuleInit {
  constructor(
    private readonly events: AccountEvents,
    private readonly clock: Clock,
    private readonly mails: SentMails,
  ) {}

  onModuleInit(): void {
    this.mails.whenBounced(APPROVAL_MAIL, async (tx, { resellerId, object }) => {
      await this.tell(tx, approvalMailFailed, { resellerId, id: Number(object.split('/')[1]) })
    })
  }

  /** Records what has happened to an approval of an account, unless it was deleted meanwhile. */
  async tell(
    tx: Tx,
    event: AccountEvent<string, typeof approvalState>,
    { resellerId, id }: { readonly resellerId: number; readonly id: number },
  ): Promise<void> {
    const [found] = await tx.query(findApproval, { resellerId, id })
    if (!found) return
    const state = approvalOnWire(found, this.clock.machineNow())
    await this.events.record(tx, event, { resellerId, object: `approvals/${id}`, at: this.clock.now(), state })
  }
}
