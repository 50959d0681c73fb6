import { Controller } from '@nestjs/common'
import { sendFoa } from '@nameyard/contracts/domains/send-foa'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { lockReached } from '../lifecycle/domain.store'
import { refuseOtherName } from '../lifecycle/other-name'
import { permitted } from '../lifecycle/permitted'
import { Authorizations } from './authorizations'

/** Sends the mail that asks a registrant to authorize a transfer again. The earlier link becomes invalid. */
@Controller()
export class SendFoa {
  constructor(
    private readonly database: Database,
    private readonly authorizations: Authorizations,
  ) {}

  @Handles(sendFoa)
  async execute({ id, domain: repeated }: Input<typeof sendFoa>, call: Call): Promise<Result<typeof sendFoa>> {
    return this.database.unitOfWork(call, async (tx) => {
      const domain = await lockReached(tx, call, id)
      refuseOtherName(domain, repeated)
      permitted('transfer/send-foa1', domain)
      // An order that waits for the balance at the registry does not wait for the registrant.
      if (domain.waitsFor !== 'authorization') fail('transfer_not_pending', { domain: domain.name })
      await this.authorizations.ask(tx, domain)
      return { success: true }
    })
  }
}
