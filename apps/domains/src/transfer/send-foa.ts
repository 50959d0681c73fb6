import { sendFoa } from '@nameyard/contracts/domains/send-foa'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Controller } from '@nestjs/common'
import { findOwn } from '../domain/domain.store'

/**
 * Refuses to send the form of authorization of a transfer again. A transfer is asked of the registry with its code alone,
 * so that no form was ever sent and none is waited for, whatever the phase.
 */
@Controller()
export class SendFoa {
  constructor(private readonly database: Database) {}

  @Handles(sendFoa)
  async execute({ id }: Input<typeof sendFoa>, call: Call): Promise<Result<typeof sendFoa>> {
    const { name } =
      (await findOwn(this.database, resellerOf(call), { id })) ?? fail('domain_not_found', { domain: id })
    return fail('transfer_not_pending', { domain: name })
  }
}
