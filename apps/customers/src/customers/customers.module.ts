import { Module } from '@nestjs/common'
import { AccountEventsModule } from '../account-events/account-events.module'
import { EmailVerificationModule } from '../email-verification/email-verification.module'
import { AdoptContacts } from './adopt-contacts'
import { CreateCustomer } from './create-customer'
import { CustomerErasure } from './customer-erasure'
import { CustomerRemoval } from './customer-removal'
import { DeleteCustomer } from './delete-customer'
import { GetCustomer } from './get-customer'
import { ListCustomers } from './list-customers'
import { MatchContacts } from './match-contacts'
import { NameCustomers } from './name-customers'
import { SnapshotCustomers } from './snapshot-customers'
import { UpdateCustomer } from './update-customer'
import { WhenDutyEnds } from './when-duty-ends'

/** The registrants and other contacts of domains. */
@Module({
  imports: [AccountEventsModule, EmailVerificationModule],
  controllers: [
    AdoptContacts,
    CreateCustomer,
    DeleteCustomer,
    GetCustomer,
    ListCustomers,
    MatchContacts,
    NameCustomers,
    SnapshotCustomers,
    UpdateCustomer,
  ],
  providers: [CustomerErasure, CustomerRemoval, WhenDutyEnds],
  exports: [CustomerRemoval],
})
export class CustomersModule {}
