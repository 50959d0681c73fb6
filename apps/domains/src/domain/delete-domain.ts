import { deleteDomain } from '@nameyard/contracts/domains/delete-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, Replays } from '@nameyard/messaging/handles'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Controller } from '@nestjs/common'
import { OrderEnds } from '../placing/order-end'
import { Submissions } from '../registry/submissions'
import { rulesOf } from '../tlds/catalogue'
import { DomainChanges } from './domain-changes'
import { lockOwn } from './domain.store'
import { hasOpen } from './registry-operation.store'
import { deletion } from './model/deletion'
import { visibleStatus, type Phase } from './model/lifecycle'
import { advance } from './model/settlement'
import { refuseOtherName } from './other-name'

/** A deletion as it was decided; the phase when nothing is to be waited for. */
interface Deleted {
  readonly operationId?: string
  /** It is an order that is withdrawn. */
  readonly isWithdrawn?: true
  readonly phase: Phase
}

/**
 * Deletes a domain: into its soft quarantine where the extension has one, at the registry otherwise. An order that is not
 * at the registry yet is given up; a failed one leaves the lists.
 */
@Controller()
export class DeleteDomain {
  constructor(
    private readonly database: Database,
    private readonly changes: DomainChanges,
    private readonly submissions: Submissions,
    private readonly ends: OrderEnds,
    private readonly clock: Clock,
  ) {}

  @Handles(deleteDomain)
  async execute(wish: Input<typeof deleteDomain>, call: Call): Promise<Result<typeof deleteDomain>> {
    return this.again(await this.database.unitOfWork(call, (tx) => this.decide(tx, wish, resellerOf(call))), call)
  }

  /** Answers a deletion that was decided before: waits for the registry unless it has answered. */
  @Replays(deleteDomain)
  async again({ operationId, isWithdrawn, phase }: Deleted, call: Call): Promise<Result<typeof deleteDomain>> {
    if (operationId !== undefined && isWithdrawn) {
      return { status: visibleStatus[await this.ends.withdrawn({ operationId }, call)] }
    }
    const reached = operationId === undefined ? phase : (await this.ends.of({ operationId }, call)).phase
    return { status: visibleStatus[reached] }
  }

  private async decide(tx: Tx, wish: Input<typeof deleteDomain>, resellerId: number): Promise<Deleted> {
    const { id, type, skip_soft_quarantine, force_delete } = wish
    const domain = (await lockOwn(tx, resellerId, id)) ?? fail('domain_not_found', { domain: id })
    refuseOtherName(domain, wish.domain)
    const { name, extension, phase } = domain
    const [rules, now] = [rulesOf(domain), this.clock.now()]
    const asked = { isPushed: type === 'pushtoregistry', skipsSoftQuarantine: skip_soft_quarantine }
    const decided = deletion(domain, asked, rules, now)
    if ('refused' in decided) return fail(decided.refused, { domain: name, problem: `.${extension} knows no ${type}` })
    if (decided.does === 'nothing') return { phase }
    if (await hasOpen(tx, id, ['renew', 'restore', 'trade', 'cancel', 'delete']))
      fail('domain_status_prohibits', { domain: name })
    if (decided.does === 'withdraw') {
      const operationId = await this.submissions.withdraw(tx, domain, 'The account has given the order up.')
      return { phase, isWithdrawn: true, ...(operationId !== undefined && { operationId }) }
    }
    if (decided.does === 'cancel transfer') {
      const taken = { kind: 'domain.transfer-cancel', intent: { name } } as const
      const operationId = await this.submissions.submit(tx, domain, taken, { purpose: 'cancel', cause: 'order' })
      return { operationId, phase }
    }
    const step = advance(domain, { event: decided.event, removal: 'owner' }, rules, now)
    if (!step) return fail('domain_status_prohibits', { domain: name })
    const operationId = await this.changes.take(tx, domain, step, { cause: 'order', freesHosts: force_delete })
    // Parking is the platform's own affair: the domain is in its quarantine whenever the registry hears of it.
    const isAwaited = operationId !== undefined && step.effect === 'delete'
    return { phase: step.domain.phase, ...(isAwaited && { operationId }) }
  }
}
