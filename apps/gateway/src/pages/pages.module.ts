import { Module } from '@nestjs/common'
import { AccessModule } from '../access/access.module'
import { ApproveCallPage } from './approve-call.page'
import { ApproveCertificatePage } from './approve-certificate.page'
import { AuthorizeTransferPage } from './authorize-transfer.page'
import { CertificatePage } from './certificate.page'
import { DmarcPage } from './dmarc.page'
import { LinkPages } from './link-pages'
import { ResetPasswordPage } from './reset-password.page'
import { VerifyEmailPage } from './verify-email.page'
import { ZonePage } from './zone.page'

/** The pages behind links, in mails and from the API, that work without a login. */
@Module({
  imports: [AccessModule],
  controllers: [
    VerifyEmailPage,
    AuthorizeTransferPage,
    ApproveCallPage,
    ApproveCertificatePage,
    CertificatePage,
    ZonePage,
    DmarcPage,
    ResetPasswordPage,
  ],
  providers: [LinkPages],
})
export class PagesModule {}
