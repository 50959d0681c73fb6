import { Injectable } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { lockOwn } from '../lifecycle/domain.store'
import type { Nameserver } from '../lifecycle/model/domain'
import type { Phase } from '../lifecycle/model/lifecycle'
import { AwaitedOperations } from '../registry/awaited-operations'
import type { RegistryOperation } from '../registry/registry-operation.store'
import { Submissions } from '../registry/submissions'
import { holdersOf } from './host-place'

/** Phases in which the registry accepts changes of the hosts below a domain. */
const changeable: ReadonlySet<Phase> = new Set<Phase>([
  'active',
  'active.changing',
  'active.pendingTransfer',
  'active.trading',
  'quarantine.soft',
])

type State = Pick<RegistryOperation, 'reason' | 'refusal' | 'state'>

const stateOf = statement<Pick<HostChange, 'operationId' | 'resellerId'>, State>(
  'domains.host-operation-state',
  ({ operationId, resellerId }) => sql`
    select o.state, o.reason, o.refusal from registry_operation o join domain d on d.id = o.domain_id
    where o.operation_id = ${operationId} and d.reseller_id = ${resellerId}`,
)

/** A change of a host for an account. Requests with the same operation id are one change. */
export interface HostChange {
  readonly operationId: string
  readonly resellerId: number
  readonly host: Nameserver
  readonly kind: 'host.delete' | 'host.set'
  /** Whether the reply waits a short time for the registry. */
  readonly isAwaited: boolean
}

/** Changes hosts at the registries of the domains above them, in order with the other operations of those domains. */
@Injectable()
export class HostOperations {
  constructor(
    private readonly database: Database,
    private readonly submissions: Submissions,
    private readonly operations: AwaitedOperations,
  ) {}

  /** Carries out a change and returns its state; `none` when the host is not below a domain of the account. */
  async carryOut(change: HostChange, call: Call): Promise<'done' | 'none' | 'pending'> {
    const { operationId, host } = change
    if (!(await this.read(change)) && !(await this.submit(change, call))) return 'none'
    if (change.isAwaited) await this.operations.awaitAnswer(operationId, call)
    const { state, refusal, reason } = (await this.read(change))!
    if (state === 'done') return 'done'
    if (state === 'failed') return fail('registry_unavailable')
    if (state !== 'refused') return 'pending'
    if (refusal === 'nameserver_in_use') {
      fail('nameserver_in_use', { name: host.name, problem: 'domains outside your account' })
    }
    return fail('registry_refused', { object: host.name, reason: reason ?? 'no reason was given' })
  }

  private async read(change: HostChange): Promise<State | undefined> {
    const [row] = await this.database.read(stateOf, change)
    return row
  }

  /** Submits the change. Returns false when no domain of the account is above the host. */
  private async submit({ operationId, resellerId, host, kind }: HostChange, { correlationId }: Call): Promise<boolean> {
    const { name } = host
    const holder = (await holdersOf(this.database, [name])).get(name)
    if (holder && holder.resellerId !== resellerId && kind === 'host.set') fail('nameserver_unavailable', { name })
    if (!holder || holder.resellerId !== resellerId) return false
    return this.database.unitOfWork({ correlationId }, async (tx) => {
      const domain = await lockOwn(tx, resellerId, holder.id)
      // The registry deletes the hosts of a deleted domain itself.
      if ((!domain || !changeable.has(domain.phase)) && kind === 'host.delete') return false
      if (!domain || !changeable.has(domain.phase)) return fail('domain_status_prohibits', { domain: holder.name })
      const command =
        kind === 'host.set'
          ? ({ kind, intent: { name: domain.name, host } } as const)
          : ({ kind, intent: { name: domain.name, host: name } } as const)
      await this.submissions.submit(tx, domain, command, { purpose: 'host', cause: 'order', operationId, host })
      return true
    })
  }
}
