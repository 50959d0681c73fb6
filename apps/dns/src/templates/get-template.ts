import { Controller, Inject } from '@nestjs/common'
import { getTemplate } from '@nameyard/contracts/dns/get-template'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { readTemplate, type WireTemplate } from './template.store'

@Controller()
export class GetTemplate {
  constructor(@Inject(Database) private readonly database: Database) {}

  @Handles(getTemplate)
  async execute({ id }: Input<typeof getTemplate>, call: Call): Promise<Result<typeof getTemplate>> {
    const [template] = await this.database.read<WireTemplate>(readTemplate, [resellerOf(call), id])
    return template ?? fail('template_not_found', { template: id })
  }
}
