import { Controller, Logger } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { rotateRegistryPassword } from '@nameyard/contracts/registry/rotate-password'
import { NotSent } from '@nameyard/epp/transport-errors'
import { Handles } from '@nameyard/messaging/handles'
import { Registries } from '../registries/registries'
import { speaksEpp } from '../registries/registry'
import { EppSessions } from '../sessions/epp-sessions'

/**
 * Changes the password at a registry to the next one. Both stay in the settings until this request is answered; then the
 * next one replaces the other. Passwords are not sent or stored anywhere else.
 */
@Controller()
export class RotatePassword {
  private readonly log = new Logger('password')

  constructor(
    private readonly registries: Registries,
    private readonly sessions: EppSessions,
  ) {}

  @Handles(rotateRegistryPassword)
  async execute(
    { account }: Input<typeof rotateRegistryPassword>,
    call: Call,
  ): Promise<Result<typeof rotateRegistryPassword>> {
    const registry = this.registries.all.find((each) => each.account === account)
    if (!registry) fail('registry_account_not_found', { account })
    const next = speaksEpp(registry) ? registry.passwords().next : undefined
    if (!speaksEpp(registry) || next === undefined) {
      fail('invalid_input', { field: 'account', problem: 'has no next password in the settings of the worker' })
    }
    try {
      await this.sessions.changePassword(registry, next)
    } catch (error) {
      if (!(error instanceof NotSent)) throw error
      this.log.error(`the password of ${account} was not changed for certain: ${error.message}`)
      fail('registry_unavailable')
    }
    tellAudit(call, {
      resellerId: null,
      subject: `registry account ${account}`,
      changes: { password: { to: 'the next one' } },
    })
    return { account }
  }
}
