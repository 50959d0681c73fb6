import { Module } from '@nestjs/common'
import { AccountEventsModule } from '../account-events/account-events.module'
import { MailModule } from '../mail/mail.module'
import { BouncedVerifications } from './bounced-verifications'
import { ConfirmEmailVerification } from './confirm-email-verification'
import { FindEmailVerification } from './find-email-verification'
import { ListEmailVerifications } from './list-email-verifications'
import { OnDomainChanged } from './on-domain-changed'
import { OnSendVerificationEmail } from './on-send-verification-email'
import { RegistrantAddresses } from './registrant-addresses'
import { RestartEmailVerification } from './restart-email-verification'
import { StartEmailVerification } from './start-email-verification'
import { Suspensions } from './suspensions'
import { VerificationRounds } from './verification-rounds'
import { VerificationsOfDomains } from './verifications-of-domains'
import { WhenVerificationLapses } from './when-verification-lapses'

/** Verification of registrant e-mail addresses, and suspension of domains where it is missing. */
@Module({
  imports: [AccountEventsModule, MailModule],
  controllers: [
    ConfirmEmailVerification,
    FindEmailVerification,
    ListEmailVerifications,
    OnDomainChanged,
    OnSendVerificationEmail,
    RestartEmailVerification,
    StartEmailVerification,
    VerificationsOfDomains,
  ],
  providers: [BouncedVerifications, RegistrantAddresses, Suspensions, VerificationRounds, WhenVerificationLapses],
  exports: [RegistrantAddresses],
})
export class EmailVerificationModule {}
