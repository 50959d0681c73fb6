import { getAuthcode } from '@nameyard/contracts/domains/get-authcode'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Controller } from '@nestjs/common'
import { generateAuthCode } from '../domain/auth-code'
import { lockOwn, saveDomain } from '../domain/domain.store'
import { permitted } from '../domain/permitted'
import { refuseOtherName } from '../domain/other-name'
import { Submissions, type RegistryWish } from '../registry/submissions'
import { rulesOf } from '../tlds/catalogue'

/**
 * Tells the code by which a domain goes to another registrar, or to another account of the platform. The internal code
 * comes to be when it is asked for first; the code of a registry that sends it itself goes to the registrant alone.
 */
@Controller()
export class GetAuthcode {
  constructor(
    private readonly database: Database,
    private readonly submissions: Submissions,
  ) {}

  @Handles(getAuthcode)
  async execute(
    { id, domain: repeated, auth_code_type: type }: Input<typeof getAuthcode>,
    call: Call,
  ): Promise<Result<typeof getAuthcode>> {
    return this.database.unitOfWork(call, async (tx) => {
      const domain = (await lockOwn(tx, resellerOf(call), id)) ?? fail('domain_not_found', { domain: id })
      refuseOtherName(domain, repeated)
      permitted('authcode get', domain)
      if (type === 'internal') {
        if (domain.internalAuthCode !== '') return { auth_code: domain.internalAuthCode, success: true, type }
        const internalAuthCode = generateAuthCode()
        // Nobody else keeps this code, so that no copy grows old by it.
        await saveDomain(tx, { ...domain, internalAuthCode })
        return { auth_code: internalAuthCode, success: true, type }
      }
      if (rulesOf(domain).authCode.comes === 'here') return { auth_code: domain.authCode, success: true, type }
      await this.send(tx, domain)
      return { success: true, type }
    })
  }

  /** Has the registry set a new code, which it sends to the registrant. */
  private async send(tx: Tx, domain: Parameters<Submissions['submit']>[1]): Promise<void> {
    const desired = { authInfo: generateAuthCode() }
    const wish: RegistryWish = { kind: 'domain.update', intent: { name: domain.name, desired } }
    await this.submissions.submit(tx, domain, wish, { purpose: 'update', cause: 'order' })
  }
}
