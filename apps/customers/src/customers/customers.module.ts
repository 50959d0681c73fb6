import { Module } from '@nestjs/common'
import { EmailVerificationModule } from '../email-verification/email-verification.module'
import { CreateCustomer } from './create-customer'
import { DeleteCustomer } from './delete-customer'
import { GetCustomer } from './get-customer'
import { ListCustomers } from './list-customers'
import { NameCustomers } from './name-customers'
import { SnapshotCustomers } from './snapshot-customers'
import { UpdateCustomer } from './update-customer'

/** The registrants and other contacts of domains. */
@Module({
  imports: [EmailVerificationModule],
  controllers: [
    CreateCustomer,
    DeleteCustomer,
    GetCustomer,
    ListCustomers,
    NameCustomers,
    SnapshotCustomers,
    UpdateCustomer,
  ],
})
export class CustomersModule {}
