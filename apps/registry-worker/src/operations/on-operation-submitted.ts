import { Controller } from '@nestjs/common'
import type { Payload } from '@nameyard/contracts/event'
import { submitRegistryOperation } from '@nameyard/contracts/registry/submit-operation'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Clock } from '@nameyard/runtime/clock'
import { Sponsors } from '../sponsors/sponsors'
import { AccountShares } from './account-shares'
import { Announcer } from './announcer'
import { isRoutine, OperationStore } from './operation.store'
import { Runner } from './runner'

/** Stores a submitted operation. A repeated message has no effect. */
@Controller()
export class OnOperationSubmitted {
  constructor(
    private readonly store: OperationStore,
    private readonly sponsors: Sponsors,
    private readonly announcer: Announcer,
    private readonly shares: AccountShares,
    private readonly runner: Runner,
    private readonly clock: Clock,
  ) {}

  @Consumes(submitRegistryOperation)
  async on(submission: Payload<typeof submitRegistryOperation>, delivery: Delivery): Promise<void> {
    const registry = await this.sponsors.accountFor(submission)
    // The message becomes a dead letter for an operator: the order must not be lost.
    if (!registry) throw new Error(`no registry account serves .${submission.registryTld}`)
    const { account } = registry
    const { operationId: id, object } = submission
    // A worker with nothing else to do for the account needs no message to itself. Looks take turns in their queue.
    const isLook = isRoutine(submission)
    const isFree = !isLook && this.shares.isFree(account)
    const now = this.clock.now()
    const stored = this.store.submit(account, submission, delivery, now, isFree)
    if (isFree) this.runner.runStored(account, id, stored)
    const isAnnounced = await stored
    if (!isFree) await this.announcer.submitted({ id, account, object, isRoutine: isLook }, isAnnounced)
  }
}
