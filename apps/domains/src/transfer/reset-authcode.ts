import { resetAuthcode } from '@nameyard/contracts/domains/reset-authcode'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, Replays } from '@nameyard/messaging/handles'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Controller } from '@nestjs/common'
import { generateAuthCode } from '../domain/auth-code'
import { DomainChanges } from '../domain/domain-changes'
import { findOwn, lockOwn } from '../domain/domain.store'
import { permitted } from '../domain/permitted'
import { refuseOtherName } from '../domain/other-name'
import { OrderEnds } from '../placing/order-end'
import { Submissions, type RegistryWish } from '../registry/submissions'
import { rulesOf } from '../tlds/catalogue'

/** A code as it was reset; the internal one is known here alone. */
interface Reset {
  readonly id: number
  readonly type: 'external' | 'internal'
  readonly operationId?: string
}

/** Gives a domain another code: what was told of the old one is worth nothing from then on (RFC 9154). */
@Controller()
export class ResetAuthcode {
  constructor(
    private readonly database: Database,
    private readonly changes: DomainChanges,
    private readonly submissions: Submissions,
    private readonly ends: OrderEnds,
    private readonly clock: Clock,
  ) {}

  @Handles(resetAuthcode)
  async execute(request: Input<typeof resetAuthcode>, call: Call): Promise<Result<typeof resetAuthcode>> {
    return this.again(await this.database.unitOfWork(call, (tx) => this.reset(tx, request, resellerOf(call))), call)
  }

  /** Answers a reset that was stored before: waits for the registry unless it has answered. */
  @Replays(resetAuthcode)
  async again({ id, type, operationId }: Reset, call: Call): Promise<Result<typeof resetAuthcode>> {
    if (operationId !== undefined) await this.ends.of({ operationId }, call)
    const domain = (await findOwn(this.database, resellerOf(call), { id })) ?? fail('domain_not_found', { domain: id })
    const { authCode, internalAuthCode, roid, registryStatuses, graceStatuses } = domain
    if (type === 'internal') return { auth_code: internalAuthCode, success: true, type }
    const since = (status: string) => (graceStatuses.includes(status) ? status : '')
    return {
      auth_code: authCode,
      auth_info: { pw: authCode },
      domain_roid: roid ?? '',
      epp_statuses: [...registryStatuses],
      rgp_statuses: { add_period: since('addPeriod'), auto_renew_period: since('autoRenewPeriod') },
      success: true,
      type,
    }
  }

  private async reset(
    tx: Tx,
    { id, domain: repeated, auth_code_type: type }: Input<typeof resetAuthcode>,
    resellerId: number,
  ): Promise<Reset> {
    const before = (await lockOwn(tx, resellerId, id)) ?? fail('domain_not_found', { domain: id })
    refuseOtherName(before, repeated)
    const { name, authCode, version } = before
    permitted('authcode reset', before)
    const changed = { ...before, changedAt: this.clock.now(), version: version + 1 }
    if (type === 'internal') {
      await this.changes.save(tx, before, { ...changed, internalAuthCode: generateAuthCode() })
      return { id, type }
    }
    if (rulesOf(before).authCode.comes !== 'here') fail('authcode_not_resettable', { domain: name })
    const after = { ...changed, authCode: generateAuthCode() }
    await this.changes.save(tx, before, after)
    const wish: RegistryWish = { kind: 'domain.update', intent: { name, desired: { authInfo: after.authCode } } }
    const why = { purpose: 'update', cause: 'order', rollback: { authCode } } as const
    return { id, type, operationId: await this.submissions.submit(tx, after, wish, why) }
  }
}
