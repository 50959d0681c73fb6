import { Module } from '@nestjs/common'
import { AuditModule } from '../audit/audit.module'
import { ContactsModule } from '../contacts/contacts.module'
import { CustomersModule } from '../customers/customers.module'
import { ErasePerson } from './erase-person'
import { ExportCustomer } from './export-customer'
import { ExportPerson } from './export-person'
import { OnContactErased } from './on-contact-erased'
import { PersonExport } from './person-export'

/** Rights of people: a copy of all their data, and erasure. */
@Module({
  imports: [AuditModule, ContactsModule, CustomersModule],
  controllers: [ErasePerson, ExportCustomer, ExportPerson, OnContactErased],
  providers: [PersonExport],
})
export class PrivacyModule {}
