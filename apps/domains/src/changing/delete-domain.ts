import { Controller } from '@nestjs/common'
import { deleteDomain } from '@nameyard/contracts/domains/delete-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles, Replays } from '@nameyard/messaging/handles'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { DomainChanges } from '../lifecycle/domain-changes'
import { lockReached } from '../lifecycle/domain.store'
import { visibleStatus, type Phase } from '../lifecycle/model/lifecycle'
import { advance } from '../lifecycle/model/settlement'
import { refuseOtherName } from '../lifecycle/other-name'
import { PlacedOrders } from '../ordering/placed-orders'
import { hasOpen } from '../registry/registry-operation.store'
import { Submissions } from '../registry/submissions'
import { rulesOf } from '../tlds/catalogue'
import { deletion } from './model/deletion'

/** A deletion as it was decided. */
interface Deleted {
  readonly operationId?: string
  /** Whether the operation is an order that is withdrawn. */
  readonly isWithdrawn?: true
  readonly phase: Phase
}

/**
 * Deletes a domain: moves it to its soft quarantine where the extension has one, otherwise deletes it at the registry.
 * Cancels an order that is not at the registry yet. Removes a failed order from the lists.
 */
@Controller()
export class DeleteDomain {
  constructor(
    private readonly database: Database,
    private readonly changes: DomainChanges,
    private readonly submissions: Submissions,
    private readonly placed: PlacedOrders,
    private readonly clock: Clock,
  ) {}

  @Handles(deleteDomain)
  async execute(request: Input<typeof deleteDomain>, call: Call): Promise<Result<typeof deleteDomain>> {
    return this.again(await this.database.unitOfWork(call, (tx) => this.decide(tx, request, call)), call)
  }

  /** Replies to a deletion that was decided before: waits for the registry unless it has answered. */
  @Replays(deleteDomain)
  async again({ operationId, isWithdrawn, phase }: Deleted, call: Call): Promise<Result<typeof deleteDomain>> {
    if (operationId !== undefined && isWithdrawn) {
      return { status: visibleStatus[await this.placed.phaseAfterWithdrawal({ operationId }, call)] }
    }
    const reached = operationId === undefined ? phase : (await this.placed.outcomeOf({ operationId }, call)).phase
    return { status: visibleStatus[reached] }
  }

  private async decide(tx: Tx, request: Input<typeof deleteDomain>, call: Call): Promise<Deleted> {
    const { id, type, skip_soft_quarantine, force_delete } = request
    const domain = await lockReached(tx, call, id)
    refuseOtherName(domain, request.domain)
    const { name, extension, phase } = domain
    const [rules, now] = [rulesOf(domain), this.clock.now()]
    const asked = { isPushed: type === 'pushtoregistry', skipsSoftQuarantine: skip_soft_quarantine }
    const decided = deletion(domain, asked, rules, now)
    if ('refused' in decided) return fail(decided.refused, { domain: name, problem: `.${extension} has no ${type}` })
    if (decided.does === 'nothing') return { phase }
    if (await hasOpen(tx, id, ['renew', 'restore', 'trade', 'cancel', 'delete']))
      fail('domain_status_prohibits', { domain: name })
    if (decided.does === 'withdraw') {
      const operationId = await this.submissions.withdraw(tx, domain, 'The account has cancelled the order.')
      return { phase, isWithdrawn: true, ...(operationId !== undefined && { operationId }) }
    }
    if (decided.does === 'cancel transfer') {
      const command = { kind: 'domain.transfer-cancel', intent: { name } } as const
      const operationId = await this.submissions.submit(tx, domain, command, { purpose: 'cancel', cause: 'order' })
      return { operationId, phase }
    }
    const step = advance(domain, { event: decided.event, removal: 'owner' }, rules, now)
    if (!step) return fail('domain_status_prohibits', { domain: name })
    const operationId = await this.changes.apply(tx, domain, step, {
      cause: 'order',
      freesHosts: force_delete,
      isReturned: asked.isPushed,
    })
    // The domain is in its soft quarantine at once; the caller does not wait until the registry has parked it.
    const isAwaited = operationId !== undefined && step.effect === 'delete'
    return { phase: step.domain.phase, ...(isAwaited && { operationId }) }
  }
}
