import { listCustomerRequirements } from '@nameyard/contracts/domains/list-customer-requirements'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Controller } from '@nestjs/common'
import { soldExtension } from '../tlds/requested-name'
import { requirementsOf } from './requirements'

/** Tells which data an extension asks for with the registrant of a domain. */
@Controller()
export class ListCustomerRequirements {
  @Handles(listCustomerRequirements)
  async execute({ domain }: Input<typeof listCustomerRequirements>): Promise<Result<typeof listCustomerRequirements>> {
    return requirementsOf(soldExtension(domain?.extension ?? '').extension, 'customer')
  }
}
