import { Controller } from '@nestjs/common'
import { getTemplate } from '@nameyard/contracts/dns/get-template'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { readTemplate } from './template.store'

@Controller()
export class GetTemplate {
  constructor(private readonly database: Database) {}

  @Handles(getTemplate)
  async execute({ id }: Input<typeof getTemplate>, call: Call): Promise<Result<typeof getTemplate>> {
    const [template] = await this.database.read(readTemplate, { resellerId: resellerOf(call), id })
    return template ?? fail('template_not_found', { template: id })
  }
}
