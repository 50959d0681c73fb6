import { Controller } from '@nestjs/common'
import { deleteCustomer } from '@nameyard/contracts/customers/delete-customer'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { CustomerRemoval } from './customer-removal'

@Controller()
export class DeleteCustomer {
  constructor(private readonly removal: CustomerRemoval) {}

  @Handles(deleteCustomer)
  async execute({ handle }: Input<typeof deleteCustomer>, call: Call): Promise<Result<typeof deleteCustomer>> {
    await this.removal.remove({ resellerId: resellerOf(call), handle }, call)
    return { success: true }
  }
}
