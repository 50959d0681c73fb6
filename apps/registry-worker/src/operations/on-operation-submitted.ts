import { Controller } from '@nestjs/common'
import type { Payload } from '@nameyard/contracts/event'
import { submitRegistryOperation } from '@nameyard/contracts/registry/submit-operation'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Clock } from '@nameyard/runtime/clock'
import { Sponsors } from '../sponsors/sponsors'
import { OperationStore } from './operation.store'
import { Runner } from './runner'

/** Stores a submitted operation. A repeated message has no effect. */
@Controller()
export class OnOperationSubmitted {
  constructor(
    private readonly store: OperationStore,
    private readonly sponsors: Sponsors,
    private readonly runner: Runner,
    private readonly clock: Clock,
  ) {}

  @Consumes(submitRegistryOperation)
  async on(submission: Payload<typeof submitRegistryOperation>, delivery: Delivery): Promise<void> {
    const registry = await this.sponsors.accountFor(submission)
    // The message becomes a dead letter for an operator: the order must not be lost.
    if (!registry) throw new Error(`no registry account serves .${submission.registryTld}`)
    await this.store.submit(registry.account, submission, delivery.correlationId, this.clock.now())
    this.runner.wake(registry.account)
  }
}
