import { Controller, Logger } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { rotateRegistryPassword } from '@nameyard/contracts/registry/rotate-password'
import { NotSent } from '@nameyard/epp/transport-errors'
import { Handles } from '@nameyard/messaging/handles'
import { Drivers } from '../operations/drivers'
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
    private readonly drivers: Drivers,
    private readonly sessions: EppSessions,
  ) {}

  @Handles(rotateRegistryPassword)
  async execute(
    { account }: Input<typeof rotateRegistryPassword>,
    call: Call,
  ): Promise<Result<typeof rotateRegistryPassword>> {
    if (!this.registries.has(account)) fail('registry_account_not_found', { account })
    const registry = this.registries.named(account)
    const field = 'account'
    if (!speaksEpp(registry)) {
      const { unoffered } = this.drivers.of(registry)
      return fail('invalid_input', { field, problem: unoffered?.rotation ?? 'has no password' })
    }
    const { next } = registry.passwords()
    if (next === undefined) {
      const problem =
        'has no next password in the settings of the worker: add nextPasswordFile and start the worker again'
      return fail('invalid_input', { field, problem })
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
