import { Module } from '@nestjs/common'
import { MailModule } from '../mail/mail.module'
import { CreateEmail } from './create-email'
import { DeleteEmail } from './delete-email'
import { GetEmailBranding } from './get-email-branding'
import { ListEmails } from './list-emails'
import { OnSendTestMail } from './on-send-test-mail'
import { PreviewEmail } from './preview-email'
import { SendTestEmail } from './send-test-email'
import { SetEmailBranding } from './set-email-branding'
import { UpdateEmail } from './update-email'

/** The words of accounts for the mails to their customers, and how these mails look. */
@Module({
  imports: [MailModule],
  controllers: [
    CreateEmail,
    DeleteEmail,
    GetEmailBranding,
    ListEmails,
    OnSendTestMail,
    PreviewEmail,
    SendTestEmail,
    SetEmailBranding,
    UpdateEmail,
  ],
})
export class EmailsModule {}
