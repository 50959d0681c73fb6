import { Controller } from '@nestjs/common'
import { getAuthcode } from '@nameyard/contracts/domains/get-authcode'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database, type Tx } from '@nameyard/persistence/database'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import { generateAuthCode, opened } from '../lifecycle/auth-code'
import { DomainChanges } from '../lifecycle/domain-changes'
import { lockReached } from '../lifecycle/domain.store'
import { refuseOtherName } from '../lifecycle/other-name'
import { permitted } from '../lifecycle/permitted'
import { Submissions, type RegistryCommand } from '../registry/submissions'
import { rulesOf } from '../tlds/catalogue'

/**
 * Returns the code with which a domain can be transferred to another registrar, or to another account of the platform. The
 * internal code is created on the first request. Some registries send their code to the registrant alone.
 */
@Controller()
export class GetAuthcode {
  constructor(
    private readonly database: Database,
    private readonly changes: DomainChanges,
    private readonly submissions: Submissions,
    private readonly codes: AuthCodeCipher,
  ) {}

  @Handles(getAuthcode)
  async execute(
    { id, domain: repeated, auth_code_type: type }: Input<typeof getAuthcode>,
    call: Call,
  ): Promise<Result<typeof getAuthcode>> {
    return this.database.unitOfWork(call, async (tx) => {
      const domain = await lockReached(tx, call, id)
      refuseOtherName(domain, repeated)
      permitted('authcode get', domain)
      if (type === 'internal') {
        const known = opened(this.codes, domain).internalAuthCode
        const code = known === '' ? generateAuthCode() : known
        // No other service has a copy of this code, so the version of the domain stays.
        if (known === '')
          await this.changes.save(tx, domain, { ...domain, internalAuthCode: this.codes.seal(domain.name, code) })
        await this.changes.tellDisclosure(tx, domain)
        return { auth_code: code, success: true, type }
      }
      if (rulesOf(domain).authCode.comes === 'here') {
        await this.changes.tellDisclosure(tx, domain)
        return { auth_code: opened(this.codes, domain).authCode, success: true, type }
      }
      await this.send(tx, domain)
      return { success: true, type }
    })
  }

  /** Sets a new code at the registry, which sends it to the registrant. */
  private async send(tx: Tx, domain: Parameters<Submissions['submit']>[1]): Promise<void> {
    const desired = { authInfo: this.codes.seal(domain.name, generateAuthCode()) }
    const command: RegistryCommand = { kind: 'domain.update', intent: { name: domain.name, desired } }
    await this.submissions.submit(tx, domain, command, { purpose: 'update', cause: 'order' })
  }
}
