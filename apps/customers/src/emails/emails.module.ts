import { Module } from '@nestjs/common'
import { MailModule } from '../mail/mail.module'
import { CreateEmail } from './create-email'
import { DeleteEmail } from './delete-email'
import { ListEmails } from './list-emails'
import { PreviewEmail } from './preview-email'
import { UpdateEmail } from './update-email'

/** The words of accounts for the mails to their customers. */
@Module({
  imports: [MailModule],
  controllers: [CreateEmail, DeleteEmail, ListEmails, PreviewEmail, UpdateEmail],
})
export class EmailsModule {}
