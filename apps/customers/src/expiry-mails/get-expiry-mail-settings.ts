import { Controller } from '@nestjs/common'
import { getExpiryMailSettings } from '@nameyard/contracts/customers/get-expiry-mail-settings'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { readSetting, unset } from './expiry-mail-setting.store'

@Controller()
export class GetExpiryMailSettings {
  constructor(private readonly database: Database) {}

  @Handles(getExpiryMailSettings)
  async execute(_: Input<typeof getExpiryMailSettings>, call: Call): Promise<Result<typeof getExpiryMailSettings>> {
    const [stored = unset] = await this.database.read(readSetting, { resellerId: resellerOf(call) })
    return { to_registrants: stored.toRegistrants, to_administrators: stored.toAdministrators }
  }
}
