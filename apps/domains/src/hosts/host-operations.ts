import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Injectable } from '@nestjs/common'
import { lockOwn } from '../domain/domain.store'
import type { RegistryOperation } from '../domain/registry-operation.store'
import type { Nameserver } from '../domain/model/domain'
import type { Phase } from '../domain/model/lifecycle'
import { PaidOrders } from '../placing/paid-orders'
import { Submissions } from '../registry/submissions'
import { holdersOf } from './host-place'

/** Phases in which the registry takes changes of the hosts below a domain. */
const changeable: ReadonlySet<Phase> = new Set<Phase>([
  'active',
  'active.changing',
  'active.leaving',
  'active.trading',
  'quarantine.soft',
])

const stateOf = statement(
  'hosts.operation-state',
  `select o.state, o.reason, o.refusal from registry_operation o join domain d on d.id = o.domain_id
   where o.operation_id = $1 and d.reseller_id = $2`,
)

type State = Pick<RegistryOperation, 'reason' | 'refusal' | 'state'> & Record<string, unknown>

/** A change of a host that an account asks for. The number makes it one change, however often it is asked for. */
export interface HostChange {
  readonly operationId: string
  readonly resellerId: number
  readonly host: Nameserver
  readonly kind: 'host.delete' | 'host.set'
  /** Whether a short time is waited for the registry. */
  readonly isAwaited: boolean
}

/** Changes hosts at the registries of the domains above them, in the order of the operations of these domains. */
@Injectable()
export class HostOperations {
  constructor(
    private readonly database: Database,
    private readonly submissions: Submissions,
    private readonly orders: PaidOrders,
  ) {}

  /** How far the change is; `none` when the host is not below a domain of the account. */
  async carryOut(change: HostChange, call: Call): Promise<'done' | 'none' | 'pending'> {
    const { operationId, host } = change
    if (!(await this.read(change)) && !(await this.submit(change, call))) return 'none'
    if (change.isAwaited) await this.orders.awaitAnswer(operationId, call)
    const { state, refusal, reason } = (await this.read(change))!
    if (state === 'done') return 'done'
    if (state === 'failed') return fail('registry_unavailable')
    if (state !== 'refused') return 'pending'
    if (refusal === 'nameserver_in_use') {
      fail('nameserver_in_use', { name: host.name, problem: 'domains outside your account' })
    }
    return fail('registry_refused', { object: host.name, reason: reason ?? 'no reason was given' })
  }

  private async read({ operationId, resellerId }: HostChange): Promise<State | undefined> {
    const [row] = await this.database.read<State>(stateOf, [operationId, resellerId])
    return row
  }

  /** Submits the change; says whether there is a domain of the account above the host. */
  private async submit({ operationId, resellerId, host, kind }: HostChange, { correlationId }: Call): Promise<boolean> {
    const { name } = host
    const holder = (await holdersOf(this.database, [name])).get(name)
    if (holder && holder.resellerId !== resellerId && kind === 'host.set') fail('nameserver_unavailable', { name })
    if (!holder || holder.resellerId !== resellerId) return false
    return this.database.unitOfWork({ correlationId }, async (tx) => {
      const domain = await lockOwn(tx, resellerId, holder.id)
      // The hosts of a domain that is being deleted go with it.
      if ((!domain || !changeable.has(domain.phase)) && kind === 'host.delete') return false
      if (!domain || !changeable.has(domain.phase)) return fail('domain_status_prohibits', { domain: holder.name })
      const wish =
        kind === 'host.set'
          ? ({ kind, intent: { name: domain.name, host } } as const)
          : ({ kind, intent: { name: domain.name, host: name } } as const)
      await this.submissions.submit(tx, domain, wish, { purpose: 'host', cause: 'order', operationId, host })
      return true
    })
  }
}
