import { Controller } from '@nestjs/common'
import { v7 as uuidv7 } from 'uuid'
import { restartLastOperation } from '@nameyard/contracts/domains/restart-last-operation'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles, IsStillTrue } from '@nameyard/messaging/handles'
import { Database, type Tx } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import { Clock } from '@nameyard/runtime/clock'
import { DomainChanges } from '../lifecycle/domain-changes'
import { findReached, isNameTaken, liveDomain, lockOwn } from '../lifecycle/domain.store'
import type { Domain } from '../lifecycle/model/domain'
import { advance } from '../lifecycle/model/settlement'
import { refuseOtherName } from '../lifecycle/other-name'
import { permitted, refuseHeld } from '../lifecycle/permitted'
import type { RegistryOperation } from '../registry/registry-operation.store'
import { Submissions } from '../registry/submissions'
import { rulesOf } from '../tlds/catalogue'
import { NameOrders } from './name-orders'
import { PaidOrders } from './paid-orders'
import { PlacedOrders, type PlacedOrder } from './placed-orders'
import { RenewalOrders } from './renewal-orders'
import { RestoreOrders } from './restore-orders'

type Last = Pick<RegistryOperation, 'charge' | 'purpose' | 'state'>

const lastOperation = statement<Pick<RegistryOperation, 'domainId'>, Last>(
  'domains.last-operation',
  ({ domainId }) => sql`
    select purpose, state, charge from registry_operation
    where domain_id = ${domainId} and purpose not in ('info', 'host')
    order by submitted_at desc, operation_id desc limit 1`,
)

/** Orders the last operation of a domain again if it failed, at the present price. */
@Controller()
export class RestartLastOperation {
  constructor(
    private readonly database: Database,
    private readonly orders: PaidOrders,
    private readonly names: NameOrders,
    private readonly renewals: RenewalOrders,
    private readonly restores: RestoreOrders,
    private readonly changes: DomainChanges,
    private readonly submissions: Submissions,
    private readonly placed: PlacedOrders,
    private readonly clock: Clock,
    private readonly codes: AuthCodeCipher,
  ) {}

  @Handles(restartLastOperation)
  async execute(
    { id, auth_code, domain: repeated }: Input<typeof restartLastOperation>,
    call: Call,
  ): Promise<Result<typeof restartLastOperation>> {
    const domain = await findReached(this.database, call, id)
    refuseOtherName(domain, repeated)
    permitted('last-operation/restart', domain)
    if (domain.phase === 'failed') await this.orderAgain(domain, auth_code, call)
    else await this.tryAgain(domain, call)
    return { success: true }
  }

  @IsStillTrue(restartLastOperation)
  isStillTrue(placed: PlacedOrder): Promise<boolean> {
    return this.placed.isStillTrue(placed)
  }

  /** Orders the create or transfer of a failed domain again, with the values of its row. */
  private async orderAgain(domain: Domain, given: string | undefined, call: Call): Promise<void> {
    const { id, resellerId, name, extension, type, periodYears } = domain
    const isTransfer = type === 'TRANSFER'
    const authCode = given && this.codes.seal(name, given)
    const [operation, period] = isTransfer ? ['transfer', 1] : ['create', periodYears]
    const contacts = await this.names.contacts(domain, call)
    const price = await this.orders.price(
      resellerId,
      { name, extension, operation, period, isRegistryPremium: domain.isPremium, hasPrivacy: domain.isPrivate },
      call,
    )
    const paid = { operationId: uuidv7(), resellerId, ...price }
    await this.orders.place(paid, call, async (tx) => {
      const before = (await lockOwn(tx, resellerId, id)) ?? fail('domain_not_found', { domain: id })
      const [held] = await tx.query(liveDomain, { name })
      if (held) refuseHeld(name, held, resellerId)
      const code = authCode === undefined ? {} : isTransfer ? { transferCode: authCode } : { authCode }
      const step = advance({ ...before, ...code }, { event: 'restart.asked' }, rulesOf(before), this.clock.now())
      if (!step) return fail('domain_status_prohibits', { domain: name })
      await this.changes.apply(tx, before, step, { cause: 'order' }).catch((error: Error) => {
        // Another account has ordered the name after the check above.
        if (isNameTaken(error)) fail('domain_not_free', { domain: name })
        throw error
      })
      await this.names.submit(tx, step.domain, contacts, paid, 'order')
      return { operationId: paid.operationId }
    })
  }

  /** Repeats the last operation of a domain that the account has, if it failed. */
  private async tryAgain(domain: Domain, call: Call): Promise<void> {
    const { id, resellerId } = domain
    const last = failed(domain, await this.database.read(lastOperation, { domainId: id }))
    if (last.purpose === 'renew') {
      await this.renewals.place(domain, last.charge?.quantity ?? 1, call, 'order')
      return
    }
    if (last.purpose === 'restore') {
      await this.restores.place(domain, call)
      return
    }
    await this.database.unitOfWork(call, async (tx) => {
      const locked = (await lockOwn(tx, resellerId, id)) ?? fail('domain_not_found', { domain: id })
      permitted('last-operation/restart', locked)
      const { purpose } = failed(locked, await tx.query(lastOperation, { domainId: id }))
      return { operationId: await this.submitAgain(tx, locked, purpose) }
    })
  }

  /** Repeats an operation that is free of charge. The values of a refused update were rolled back and are not sent. */
  private async submitAgain(tx: Tx, domain: Domain, purpose: Last['purpose']): Promise<string> {
    const { name } = domain
    switch (purpose) {
      case 'update':
        return submitted(await this.changes.carryOut(tx, domain, 'unpark', { cause: 'order' }))
      case 'delete': {
        const removal = domain.removalReason ?? 'owner'
        const step = advance(domain, { event: 'delete.forced', removal }, rulesOf(domain), this.clock.now())
        if (!step) return fail('domain_status_prohibits', { domain: name })
        return submitted(await this.changes.apply(tx, domain, step, { cause: 'order', freesHosts: false }))
      }
      case 'approve':
      case 'reject': {
        permitted('transfer/approve', domain)
        const command = { kind: `domain.transfer-${purpose}`, intent: { name } } as const
        return this.submissions.submit(tx, domain, command, { purpose, cause: 'order' })
      }
      default:
        return fail('domain_status_prohibits', { domain: name })
    }
  }
}

function submitted(operationId: string | undefined): string {
  if (operationId === undefined) throw new Error('nothing was submitted')
  return operationId
}

/** The last operation of a domain. Refuses one that did not fail. */
function failed({ name }: Pick<Domain, 'name'>, [last]: readonly Last[]): Last {
  const hasFailed = last?.state === 'refused' || last?.state === 'failed'
  return hasFailed ? last : fail('domain_status_prohibits', { domain: name })
}
