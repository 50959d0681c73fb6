import { Module, type DynamicModule } from '@nestjs/common'
import { EgressModule } from '@nameyard/egress/egress-module'
import { AccessModule } from './access/access.module'
import { ApprovalsModule } from './approvals/approvals.module'
import { AssistantsModule } from './assistants/assistants.module'
import { AuditModule } from './audit/audit.module'
import { BackupsModule } from './backups/backups.module'
import { CertificatesModule } from './certificates/certificates.module'
import { CUSTOMERS_CONFIG, type CustomersConfig } from './config'
import { ContactsModule } from './contacts/contacts.module'
import { CustomersModule } from './customers/customers.module'
import { DelegationModule } from './delegation/delegation.module'
import { DmarcMailboxModule } from './dmarc-mailbox/dmarc-mailbox.module'
import { EmailVerificationModule } from './email-verification/email-verification.module'
import { EmailsModule } from './emails/emails.module'
import { EventMailsModule } from './event-mails/event-mails.module'
import { ExpiryMailsModule } from './expiry-mails/expiry-mails.module'
import { KeysModule } from './keys/keys.module'
import { MailDeliveriesModule } from './mail-deliveries/mail-deliveries.module'
import { PasswordsModule } from './passwords/passwords.module'
import { PrivacyModule } from './privacy/privacy.module'
import { SecondFactorModule } from './second-factor/second-factor.module'
import { SecurityNoticesModule } from './security-notices/security-notices.module'
import { TagsModule } from './tags/tags.module'
import { TransferAuthorizationModule } from './transfer-authorization/transfer-authorization.module'

/** The features of the service. Every one of them can inject the settings. */
@Module({
  imports: [
    AccessModule,
    ApprovalsModule,
    AssistantsModule,
    AuditModule,
    BackupsModule,
    CertificatesModule,
    ContactsModule,
    CustomersModule,
    DelegationModule,
    DmarcMailboxModule,
    EmailVerificationModule,
    EmailsModule,
    EventMailsModule,
    ExpiryMailsModule,
    KeysModule,
    MailDeliveriesModule,
    PasswordsModule,
    PrivacyModule,
    SecondFactorModule,
    SecurityNoticesModule,
    TagsModule,
    TransferAuthorizationModule,
  ],
})
export class AppModule {
  static with(config: CustomersConfig): DynamicModule {
    return {
      module: AppModule,
      global: true,
      imports: [EgressModule.with(config)],
      providers: [{ provide: CUSTOMERS_CONFIG, useValue: config }],
      exports: [CUSTOMERS_CONFIG],
    }
  }
}
