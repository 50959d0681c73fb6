import { AnswerCertificateApproval, FindCertificateApproval } from './approval/certificate-approval'
import { ResendApproverEmail, UpdateApproverEmail } from './approval/approver-email'
import { ListApproverEmails } from './approval/list-approver-emails'
import { AuthorityKeys } from './ca/authority-keys'
import { CERTIFICATE_AUTHORITY } from './ca/certificate-authority'
import { ListRevokedCertificates } from './ca/list-revoked-certificates'
import { OwnAuthority } from './ca/own.authority'
import { ReencryptAuthorityKeys } from './ca/reencrypt-authority-keys'
import { CreateCsr } from './csr/create-csr'
import { DecodeCsr } from './csr/decode-csr'
import { CancelSslOrder } from './orders/cancel-ssl-order'
import { CertificateIntake } from './orders/certificate-asked'
import { CertificatePrices } from './orders/certificate-prices'
import { CreateSslOrder } from './orders/create-ssl-order'
import { CreateSslOtpToken, OpenSslLink } from './orders/create-ssl-otp-token'
import { GetSslOrder } from './orders/get-ssl-order'
import { ListSslOrders } from './orders/list-ssl-orders'
import { SslOrderTruth } from './orders/order-truth'
import { ReissueSslOrder } from './orders/reissue-ssl-order'
import { RenewSslOrder } from './orders/renew-ssl-order'
import { UpdateSslOrder } from './orders/update-ssl-order'
import { GetSslProduct } from './products/get-ssl-product'
import { ListSslProducts } from './products/list-ssl-products'
import { OrderChanges } from './work/order-changes'
import { Renewals } from './work/renewals'
import { SslSteps } from './work/ssl-steps'
import { WhenSslOrderDue } from './work/when-ssl-order-due'

/** Certificates: what is sold, orders of it, and the CA that is shipped. */
export const ssl = {
  controllers: [
    AnswerCertificateApproval,
    CancelSslOrder,
    CreateCsr,
    CreateSslOrder,
    CreateSslOtpToken,
    DecodeCsr,
    FindCertificateApproval,
    GetSslOrder,
    GetSslProduct,
    ListApproverEmails,
    ListRevokedCertificates,
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
    CertificatePrices,
    OrderChanges,
    OwnAuthority,
    { provide: CERTIFICATE_AUTHORITY, useExisting: OwnAuthority },
    Renewals,
    SslOrderTruth,
    SslSteps,
    WhenSslOrderDue,
  ],
}
