import { Controller } from '@nestjs/common'
import { resetAuthcode } from '@nameyard/contracts/domains/reset-authcode'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles, Replays } from '@nameyard/messaging/handles'
import { Database, type Tx } from '@nameyard/persistence/database'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import { Clock } from '@nameyard/runtime/clock'
import { generateAuthCode, opened } from '../lifecycle/auth-code'
import { DomainChanges } from '../lifecycle/domain-changes'
import { findReached, lockReached } from '../lifecycle/domain.store'
import { refuseOtherName } from '../lifecycle/other-name'
import { permitted } from '../lifecycle/permitted'
import { PlacedOrders } from '../ordering/placed-orders'
import { Submissions, type RegistryCommand } from '../registry/submissions'
import { rulesOf } from '../tlds/catalogue'

/** A code as it was reset. The internal code is not at the registry, so it has no operation. */
interface Reset {
  readonly id: number
  readonly type: 'external' | 'internal'
  readonly operationId?: string
}

/** Replaces a code of a domain, so that the old one is invalid (RFC 9154). */
@Controller()
export class ResetAuthcode {
  constructor(
    private readonly database: Database,
    private readonly changes: DomainChanges,
    private readonly submissions: Submissions,
    private readonly placed: PlacedOrders,
    private readonly clock: Clock,
    private readonly codes: AuthCodeCipher,
  ) {}

  @Handles(resetAuthcode)
  async execute(request: Input<typeof resetAuthcode>, call: Call): Promise<Result<typeof resetAuthcode>> {
    return this.again(await this.database.unitOfWork(call, (tx) => this.reset(tx, request, call)), call)
  }

  /** Replies to a reset that was stored before: waits for the registry unless it has answered. */
  @Replays(resetAuthcode)
  async again({ id, type, operationId }: Reset, call: Call): Promise<Result<typeof resetAuthcode>> {
    if (operationId !== undefined) await this.placed.outcomeOf({ operationId }, call)
    const domain = await findReached(this.database, call, id)
    const { authCode, internalAuthCode } = opened(this.codes, domain)
    const { roid, registryStatuses, graceStatuses } = domain
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
    call: Call,
  ): Promise<Reset> {
    const before = await lockReached(tx, call, id)
    refuseOtherName(before, repeated)
    const { name, authCode, version } = before
    permitted('authcode reset', before)
    const changed = { ...before, changedAt: this.clock.now(), version: version + 1 }
    if (type === 'internal') {
      await this.changes.save(tx, before, { ...changed, internalAuthCode: this.codes.seal(name, generateAuthCode()) })
      return { id, type }
    }
    if (rulesOf(before).authCode.comes !== 'here') fail('authcode_not_resettable', { domain: name })
    const after = { ...changed, authCode: this.codes.seal(name, generateAuthCode()) }
    await this.changes.save(tx, before, after)
    const command: RegistryCommand = { kind: 'domain.update', intent: { name, desired: { authInfo: after.authCode } } }
    const why = { purpose: 'update', cause: 'order', rollback: { authCode } } as const
    return { id, type, operationId: await this.submissions.submit(tx, after, command, why) }
  }
}
