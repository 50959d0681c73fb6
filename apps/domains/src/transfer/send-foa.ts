import { sendFoa } from '@nameyard/contracts/domains/send-foa'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Controller } from '@nestjs/common'
import { lockOwn } from '../domain/domain.store'
import { permitted } from '../domain/permitted'
import { refuseOtherName } from '../domain/other-name'
import { Authorizations } from './authorizations'

/** Sends the mail again that asks a registrant to authorize a transfer; the link of the one before works no more. */
@Controller()
export class SendFoa {
  constructor(
    private readonly database: Database,
    private readonly authorizations: Authorizations,
  ) {}

  @Handles(sendFoa)
  async execute({ id, domain: repeated }: Input<typeof sendFoa>, call: Call): Promise<Result<typeof sendFoa>> {
    return this.database.unitOfWork(call, async (tx) => {
      const domain = (await lockOwn(tx, resellerOf(call), id)) ?? fail('domain_not_found', { domain: id })
      refuseOtherName(domain, repeated)
      permitted('transfer/send-foa1', domain)
      // One that waits for money at the registry waits for nobody who could be written to.
      if (domain.waitsFor !== 'authorization') fail('transfer_not_pending', { domain: domain.name })
      await this.authorizations.ask(tx, domain)
      return { success: true }
    })
  }
}
