import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { removeDomain } from '@nameyard/contracts/domains/remove-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles, Replays } from '@nameyard/messaging/handles'
import { parseDomainName } from '@nameyard/names/domain-name'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { DomainChanges } from '../lifecycle/domain-changes'
import { lockLiveDomain } from '../lifecycle/domain.store'
import { visibleStatus } from '../lifecycle/model/lifecycle'
import { advance } from '../lifecycle/model/settlement'
import { PlacedOrders } from '../ordering/placed-orders'
import { hasOpen } from '../registry/registry-operation.store'
import { rulesOf } from '../tlds/catalogue'

type Request = Input<typeof removeDomain>

/** A removal as it was decided. */
interface Removed {
  readonly operationId: string
  readonly resellerId: number
}

/** Deletes a domain of any account at its registry, for an operator. */
@Controller()
export class RemoveDomain {
  constructor(
    private readonly database: Database,
    private readonly changes: DomainChanges,
    private readonly placed: PlacedOrders,
    private readonly clock: Clock,
  ) {}

  @Handles(removeDomain)
  async execute(request: Request, call: Call): Promise<Result<typeof removeDomain>> {
    return this.again(await this.database.unitOfWork(call, (tx) => this.decide(tx, request)), call)
  }

  /** Replies to a removal that was decided before: waits for the registry unless it has answered. */
  @Replays(removeDomain)
  async again({ operationId, resellerId }: Removed, call: Call): Promise<Result<typeof removeDomain>> {
    const { name, phase } = await this.placed.outcomeOf({ operationId }, call)
    return { name, resellerId, status: visibleStatus[phase] }
  }

  private async decide(tx: Tx, { name: given, reason }: Request): Promise<Removed> {
    const parsed = parseDomainName(given)
    const domain = parsed.ok ? await lockLiveDomain(tx, parsed.value.ascii) : undefined
    if (!domain) return fail('domain_not_found', { domain: given })
    const { id, name, resellerId, removalReason } = domain
    const now = this.clock.now()
    const step = advance(domain, { event: 'delete.forced', removal: 'policy' }, rulesOf(domain), now)
    const isOpen = await hasOpen(tx, id, ['renew', 'restore', 'trade', 'cancel', 'delete'])
    const operationId = step && !isOpen ? await this.changes.apply(tx, domain, step, { cause: 'order' }) : undefined
    if (operationId === undefined) return fail('domain_status_prohibits', { domain: name })
    tellAudit(tx, {
      resellerId,
      subject: `domain ${name}`,
      changes: { removal_reason: { from: removalReason, to: 'policy' }, reason: { to: reason } },
    })
    return { operationId, resellerId }
  }
}
