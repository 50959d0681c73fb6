import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { orderRegistryCommand } from '@nameyard/contracts/domains/order-registry-command'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles, Replays } from '@nameyard/messaging/handles'
import { parseDomainName } from '@nameyard/names/domain-name'
import { Database, type Tx } from '@nameyard/persistence/database'
import { lockLiveDomain } from '../lifecycle/domain.store'
import { visibleStatus, type Phase } from '../lifecycle/model/lifecycle'
import { PlacedOrders } from '../ordering/placed-orders'
import { hasOpen } from '../registry/registry-operation.store'
import { Submissions } from '../registry/submissions'

type Request = Input<typeof orderRegistryCommand>

/** A command as it was ordered. */
interface Ordered {
  readonly operationId: string
  readonly resellerId: number
}

/** Phases in which the registry has the domain under our account. */
const commanded: ReadonlySet<Phase> = new Set<Phase>(['active', 'quarantine.soft', 'redemption'])

/**
 * Orders a command that only the registry of a domain has, for an operator. The operation has the purpose of a check: its
 * end shows the state at the registry, and the domain follows it.
 */
@Controller()
export class OrderRegistryCommand {
  constructor(
    private readonly database: Database,
    private readonly submissions: Submissions,
    private readonly placed: PlacedOrders,
  ) {}

  @Handles(orderRegistryCommand)
  async execute(request: Request, call: Call): Promise<Result<typeof orderRegistryCommand>> {
    return this.again(await this.database.unitOfWork(call, (tx) => this.order(tx, request)), call)
  }

  /** Replies to a command that was ordered before: waits for the registry unless it has answered. */
  @Replays(orderRegistryCommand)
  async again({ operationId, resellerId }: Ordered, call: Call): Promise<Result<typeof orderRegistryCommand>> {
    const { name, phase, state } = await this.placed.outcomeOf({ operationId }, call)
    return { name, resellerId, operationId, isDone: state === 'done', status: visibleStatus[phase] }
  }

  private async order(tx: Tx, { name: given, command, data, reason }: Request): Promise<Ordered> {
    const parsed = parseDomainName(given)
    const domain = parsed.ok ? await lockLiveDomain(tx, parsed.value.ascii) : undefined
    if (!domain) return fail('domain_not_found', { domain: given })
    const { id, name, resellerId, phase } = domain
    const isOpen = await hasOpen(tx, id, ['renew', 'restore', 'trade', 'cancel', 'delete'])
    if (isOpen || !commanded.has(phase)) return fail('domain_status_prohibits', { domain: name })
    const submitted = { kind: 'domain.verb', intent: { name, verb: command, data } } as const
    const operationId = await this.submissions.submit(tx, domain, submitted, { purpose: 'info', cause: 'order' })
    tellAudit(tx, {
      resellerId,
      subject: `domain ${name}`,
      changes: { registry_command: { to: command }, data: { to: data }, reason: { to: reason } },
    })
    return { operationId, resellerId }
  }
}
