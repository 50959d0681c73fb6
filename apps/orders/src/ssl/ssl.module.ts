import { Module } from '@nestjs/common'
import { LedgerModule } from '../ledger/ledger.module'
import { LinkMakersModule } from '../link-makers/link-makers.module'
import { ProofsModule } from '../proofs/proofs.module'
import { AnswerCertificateApproval } from './approval/answer-certificate-approval'
import { FindCertificateApproval } from './approval/find-certificate-approval'
import { ListApproverEmails } from './approval/list-approver-emails'
import { ResendApproverEmail } from './approval/resend-approver-email'
import { UpdateApproverEmail } from './approval/update-approver-email'
import { AuthorityKeys } from './ca/authority-keys'
import { CERTIFICATE_AUTHORITY } from './ca/certificate-authority'
import { ListRevokedCertificates } from './ca/list-revoked-certificates'
import { OwnAuthority } from './ca/own.authority'
import { ReencryptAuthorityKeys } from './ca/reencrypt-authority-keys'
import { CreateCsr } from './csr/create-csr'
import { DecodeCsr } from './csr/decode-csr'
import { CertificatePrices } from './lifecycle/certificate-prices'
import { OrderChanges } from './lifecycle/order-changes'
import { OrderEvents } from './lifecycle/order-events'
import { Renewals } from './lifecycle/renewals'
import { CancelSslOrder } from './orders/cancel-ssl-order'
import { CertificateIntake } from './orders/certificate-intake'
import { CreateSslOrder } from './orders/create-ssl-order'
import { CreateSslOtpToken } from './orders/create-ssl-otp-token'
import { DeleteSslLink } from './orders/delete-ssl-link'
import { GetSslOrder } from './orders/get-ssl-order'
import { ListSslLinks } from './orders/list-ssl-links'
import { ListSslOrders } from './orders/list-ssl-orders'
import { OpenSslLink } from './orders/open-ssl-link'
import { ReissueSslOrder } from './orders/reissue-ssl-order'
import { RenewSslOrder } from './orders/renew-ssl-order'
import { SslReplyCheck } from './orders/ssl-reply-check'
import { UpdateSslOrder } from './orders/update-ssl-order'
import { CertificateMetrics } from './processing/certificate-metrics'
import { SslSteps } from './processing/ssl-steps'
import { WhenSslOrderDue } from './processing/when-ssl-order-due'
import { GetSslProduct } from './products/get-ssl-product'
import { ListSslProducts } from './products/list-ssl-products'

/** Certificates: the products, orders of them, and the CA that is shipped. */
@Module({
  imports: [LedgerModule, LinkMakersModule, ProofsModule],
  controllers: [
    AnswerCertificateApproval,
    CancelSslOrder,
    CreateCsr,
    CreateSslOrder,
    CreateSslOtpToken,
    DecodeCsr,
    DeleteSslLink,
    FindCertificateApproval,
    GetSslOrder,
    GetSslProduct,
    ListApproverEmails,
    ListRevokedCertificates,
    ListSslLinks,
    ListSslOrders,
    ListSslProducts,
    OpenSslLink,
    ReencryptAuthorityKeys,
    ReissueSslOrder,
    RenewSslOrder,
    ResendApproverEmail,
    UpdateApproverEmail,
    UpdateSslOrder,
  ],
  providers: [
    AuthorityKeys,
    CertificateIntake,
    CertificateMetrics,
    CertificatePrices,
    OrderChanges,
    OrderEvents,
    OwnAuthority,
    { provide: CERTIFICATE_AUTHORITY, useExisting: OwnAuthority },
    Renewals,
    SslReplyCheck,
    SslSteps,
    WhenSslOrderDue,
  ],
})
export class SslModule {}
