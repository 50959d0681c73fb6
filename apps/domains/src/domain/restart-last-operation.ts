import { restartLastOperation } from '@nameyard/contracts/domains/restart-last-operation'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, IsStillTrue } from '@nameyard/messaging/handles'
import { Database, type Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Controller } from '@nestjs/common'
import { v7 as uuidv7 } from 'uuid'
import { NameOrders } from '../placing/name-orders'
import type { PlacedOrder } from '../placing/order-end'
import { OrderTruth } from '../placing/order-truth'
import { PaidOrders } from '../placing/paid-orders'
import { RenewalOrders } from '../placing/renewal-orders'
import { RestoreOrders } from '../placing/restore-orders'
import { Submissions } from '../registry/submissions'
import { rulesOf } from '../tlds/catalogue'
import { DomainChanges } from './domain-changes'
import { findOwn, isNameTaken, liveDomain, lockOwn } from './domain.store'
import type { RegistryOperation } from './registry-operation.store'
import type { Domain } from './model/domain'
import { advance } from './model/settlement'
import { refuseOtherName } from './other-name'
import { permitted, refuseHeld, type Held } from './permitted'

type Last = Pick<RegistryOperation, 'charge' | 'purpose' | 'state'>

const lastOperation = statement(
  'domains.last-operation',
  `select purpose, state, charge from registry_operation where domain_id = $1 and purpose not in ('look', 'host')
   order by submitted_at desc, operation_id desc limit 1`,
)

/** Orders the last operation of a domain again that failed, for what it costs now. */
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
    private readonly truth: OrderTruth,
    private readonly clock: Clock,
  ) {}

  @Handles(restartLastOperation)
  async execute(
    { id, auth_code, domain: repeated }: Input<typeof restartLastOperation>,
    call: Call,
  ): Promise<Result<typeof restartLastOperation>> {
    const resellerId = resellerOf(call)
    const domain = (await findOwn(this.database, resellerId, { id })) ?? fail('domain_not_found', { domain: id })
    refuseOtherName(domain, repeated)
    permitted('last-operation/restart', domain)
    if (domain.phase === 'failed') await this.orderAgain(domain, auth_code, call)
    else await this.tryAgain(domain, call)
    return { success: true }
  }

  @IsStillTrue(restartLastOperation)
  isStillTrue(placed: PlacedOrder): Promise<boolean> {
    return this.truth.isStillTrue(placed)
  }

  /** A create or a transfer, as the row of the domain has it. */
  private async orderAgain(domain: Domain, authCode: string | undefined, call: Call): Promise<void> {
    const { id, resellerId, name, extension, type, periodYears } = domain
    const isTransfer = type === 'TRANSFER'
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
      const [held] = await tx.query<Held & Record<string, unknown>>(liveDomain, [name])
      if (held) refuseHeld(name, held, resellerId)
      const code = authCode === undefined ? {} : isTransfer ? { transferCode: authCode } : { authCode }
      const step = advance({ ...before, ...code }, { event: 'restart.asked' }, rulesOf(before), this.clock.now())
      if (!step) return fail('domain_status_prohibits', { domain: name })
      await this.changes.take(tx, before, step, { cause: 'order' }).catch((error: Error) => {
        // Somebody else has ordered the name since it was looked for.
        if (isNameTaken(error)) fail('domain_not_free', { domain: name })
        throw error
      })
      await this.names.submit(tx, step.domain, contacts, paid, 'order')
      return { operationId: paid.operationId }
    })
  }

  /** What failed of a domain that is held; only the last operation, and only when it did fail. */
  private async tryAgain(domain: Domain, call: Call): Promise<void> {
    const { id, resellerId } = domain
    const last = failed(domain, await this.database.read<Last & Record<string, unknown>>(lastOperation, [id]))
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
      const { purpose } = failed(locked, await tx.query<Last & Record<string, unknown>>(lastOperation, [id]))
      return { operationId: await this.submitAgain(tx, locked, purpose) }
    })
  }

  /** What costs nothing; the values that an update wanted went back with its refusal, and are sent with the next one. */
  private async submitAgain(tx: Tx, domain: Domain, purpose: Last['purpose']): Promise<string> {
    const { name } = domain
    switch (purpose) {
      case 'update':
        return submitted(await this.changes.follow(tx, domain, 'unpark', { cause: 'order' }))
      case 'delete': {
        const removal = domain.removalReason ?? 'owner'
        const step = advance(domain, { event: 'delete.forced', removal }, rulesOf(domain), this.clock.now())
        if (!step) return fail('domain_status_prohibits', { domain: name })
        return submitted(await this.changes.take(tx, domain, step, { cause: 'order', freesHosts: false }))
      }
      case 'approve':
      case 'reject': {
        permitted('transfer/approve', domain)
        const wish = { kind: `domain.transfer-${purpose}`, intent: { name } } as const
        return this.submissions.submit(tx, domain, wish, { purpose, cause: 'order' })
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

/** The last operation of a domain, which must have failed: anything else is not ordered again. */
function failed({ name }: Pick<Domain, 'name'>, [last]: readonly Last[]): Last {
  const hasFailed = last?.state === 'refused' || last?.state === 'failed'
  return hasFailed ? last : fail('domain_status_prohibits', { domain: name })
}
