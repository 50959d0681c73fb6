import { Controller } from '@nestjs/common'
import { deleteEmail } from '@nameyard/contracts/emails/delete-email'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { recordChange } from '../audit/audit-log'
import { deleteTemplate } from './email-template.store'

@Controller()
export class DeleteEmail {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(deleteEmail)
  async execute({ id }: Input<typeof deleteEmail>, call: Call): Promise<Result<typeof deleteEmail>> {
    const resellerId = resellerOf(call)
    await this.database.unitOfWork(call, async (tx) => {
      const [deleted] = await tx.query(deleteTemplate, { resellerId, id })
      if (!deleted) return fail('email_template_not_found', { id })
      await recordChange(tx, {
        call,
        now: this.clock.now(),
        operation: deleteEmail,
        resellerId,
        subject: `mail template ${id}`,
        changes: { name: { from: deleted.name, to: '' } },
      })
    })
    return { success: true }
  }
}
