import { restartLastOperation } from '@nameyard/contracts/domains/restart-last-operation'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Controller, Inject } from '@nestjs/common'
import { v7 as uuidv7 } from 'uuid'
import { DOMAINS_CONFIG, type DomainsConfig } from '../config'
import { NameOrders } from '../placing/name-orders'
import { PaidOrders } from '../placing/paid-orders'
import { RenewalOrders } from '../placing/renewal-orders'
import { RestoreOrders } from '../placing/restore-orders'
import { Submissions, type RegistryWish } from '../registry/submissions'
import { rulesOf } from '../tlds/catalogue'
import { DomainChanges } from './domain-changes'
import { findOwn, liveDomain, lockOwn, type RegistryOperation } from './domain.store'
import { desiredOf } from './model/desired'
import type { Domain } from './model/domain'
import { advance } from './model/settlement'
import { refuseOtherName } from './other-name'
import { permitted } from './permitted'

type Last = Pick<RegistryOperation, 'purpose' | 'state'>

const lastOperation = statement(
  'domains.last-operation',
  `select purpose, state from registry_operation where domain_id = $1 and purpose <> 'look'
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
    private readonly clock: Clock,
    @Inject(DOMAINS_CONFIG) private readonly config: DomainsConfig,
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
      const [held] = await tx.query(liveDomain, [name])
      if (held) fail('domain_not_free', { domain: name })
      const code = authCode === undefined ? {} : isTransfer ? { transferCode: authCode } : { authCode }
      const step = advance({ ...before, ...code }, { event: 'restart.asked' }, rulesOf(before), this.clock.now())
      if (!step) return fail('domain_status_prohibits', { domain: name })
      await this.changes.take(tx, before, step, { cause: 'order' })
      await this.names.submit(tx, step.domain, contacts, paid, 'order')
    })
  }

  /** What failed of a domain that is held; only the last operation, and only when it did fail. */
  private async tryAgain(domain: Domain, call: Call): Promise<void> {
    const { id, resellerId, name } = domain
    const [last] = await this.database.read<Last & Record<string, unknown>>(lastOperation, [id])
    const hasFailed = last?.state === 'refused' || last?.state === 'failed'
    if (!hasFailed) return fail('domain_status_prohibits', { domain: name })
    if (last.purpose === 'renew') {
      await this.renewals.place(domain, 1, call, 'order')
      return
    }
    if (last.purpose === 'restore') {
      await this.restores.place(domain, call)
      return
    }
    const wish = this.freeWish(last.purpose, domain)
    if (!wish) return fail('domain_status_prohibits', { domain: name })
    await this.database.unitOfWork(call, async (tx) => {
      const locked = (await lockOwn(tx, resellerId, id)) ?? fail('domain_not_found', { domain: id })
      permitted('last-operation/restart', locked)
      await this.submissions.submit(tx, locked, wish, { purpose: last.purpose, cause: 'order' })
    })
  }

  /** What costs nothing; the values that an update wanted went back with its refusal, and are sent with the next one. */
  private freeWish(purpose: Last['purpose'], domain: Domain): RegistryWish | undefined {
    const { name } = domain
    switch (purpose) {
      case 'update':
        return { kind: 'domain.update', intent: { name, desired: desiredOf(domain, this.config.PARKING_NAMESERVERS) } }
      case 'delete':
        return { kind: 'domain.delete', intent: { name, freesHosts: false } }
      case 'approve':
        return { kind: 'domain.transfer-approve', intent: { name } }
      case 'reject':
        return { kind: 'domain.transfer-reject', intent: { name } }
      default:
        return undefined
    }
  }
}
