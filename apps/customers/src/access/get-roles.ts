import { Controller } from '@nestjs/common'
import { getRoles } from '@nameyard/contracts/access/get-roles'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'

@Controller()
export class GetRoles {
  /** The signed statement of the call has both values. */
  @Handles(getRoles)
  async execute(_: Input<typeof getRoles>, { actor }: Call): Promise<Result<typeof getRoles>> {
    if (!actor) return fail('authentication_failed')
    return { is_enforced: actor.enforcesRoles ?? false, role: actor.role }
  }
}
