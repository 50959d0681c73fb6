import { Module } from '@nestjs/common'
import { AccountEventsModule } from '../account-events/account-events.module'
import { ContactErasure } from './contact-erasure'
import { CreateContact } from './create-contact'
import { DeleteContact } from './delete-contact'
import { GetContact } from './get-contact'
import { ListContacts } from './list-contacts'
import { UpdateContact } from './update-contact'

/** The people of a reseller, who log in. */
@Module({
  imports: [AccountEventsModule],
  controllers: [CreateContact, DeleteContact, GetContact, ListContacts, UpdateContact],
  providers: [ContactErasure],
  exports: [ContactErasure],
})
export class ContactsModule {}
