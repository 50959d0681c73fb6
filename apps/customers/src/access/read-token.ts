import { Controller } from '@nestjs/common'
import { readToken } from '@nameyard/contracts/access/read-token'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'

@Controller()
export class ReadToken {
  /** Returns the account and the contact of the call. The gateway has authenticated its token. */
  @Handles(readToken)
  async execute(_input: Input<typeof readToken>, { actor }: Call): Promise<Result<typeof readToken>> {
    if (!actor) return fail('authentication_failed')
    const { resellerId, contactId, username, scope } = actor
    return { reseller_id: resellerId, contact_id: contactId, username, scope: [...scope] }
  }
}
