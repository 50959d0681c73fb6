import { Controller } from '@nestjs/common'
import { listCustomerRequirements } from '@nameyard/contracts/domains/list-customer-requirements'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { soldExtension } from '../tlds/requested-name'
import { requirementsOf } from './requirements'

/** Lists the data that an extension requires of the registrant. */
@Controller()
export class ListCustomerRequirements {
  @Handles(listCustomerRequirements)
  async execute({ domain }: Input<typeof listCustomerRequirements>): Promise<Result<typeof listCustomerRequirements>> {
    return requirementsOf(soldExtension(domain?.extension ?? '').extension, 'customer')
  }
}
