import { Controller } from '@nestjs/common'
import { getEmailBranding } from '@nameyard/contracts/emails/get-email-branding'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { plain, readBranding } from './branding.store'

@Controller()
export class GetEmailBranding {
  constructor(private readonly database: Database) {}

  @Handles(getEmailBranding)
  async execute(_: Input<typeof getEmailBranding>, call: Call): Promise<Result<typeof getEmailBranding>> {
    const [stored = plain] = await this.database.read(readBranding, { resellerId: resellerOf(call) })
    return stored
  }
}
