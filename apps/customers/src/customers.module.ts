import { Module, type DynamicModule } from '@nestjs/common'
import { AddPerson } from './access/add-person'
import { Authenticate } from './access/authenticate'
import { ChangeRights } from './access/change-rights'
import { CreateReseller } from './access/create-reseller'
import { GetAccount } from './access/get-account'
import { ListTokens } from './access/list-tokens'
import { Login } from './access/login'
import { ReadAuditLog } from './access/read-audit-log'
import { RevokeTokens } from './access/revoke-tokens'
import { OnRecordOperatorChange } from './audit/on-record-operator-change'
import { SetAutoRenewal } from './access/set-auto-renewal'
import { UpdateReseller } from './access/update-reseller'
import { SetRequestLimit } from './access/set-request-limit'
import { CUSTOMERS_CONFIG, type CustomersConfig } from './config'
import { CreateContact } from './contacts/create-contact'
import { DeleteContact } from './contacts/delete-contact'
import { GetContact } from './contacts/get-contact'
import { ListContacts } from './contacts/list-contacts'
import { UpdateContact } from './contacts/update-contact'
import { CreateCustomer } from './customers/create-customer'
import { DeleteCustomer } from './customers/delete-customer'
import { GetCustomer } from './customers/get-customer'
import { ListCustomers } from './customers/list-customers'
import { NameCustomers } from './customers/name-customers'
import { SnapshotCustomers } from './customers/snapshot-customers'
import { UpdateCustomer } from './customers/update-customer'
import { ConfirmEmailVerification } from './email-verification/confirm-email-verification'
import { FindEmailVerification } from './email-verification/find-email-verification'
import { VerificationsOfDomains } from './email-verification/verifications-of-domains'
import { ListEmailVerifications } from './email-verification/list-email-verifications'
import { OnDomainChanged } from './email-verification/on-domain-changed'
import { OnSendVerificationEmail } from './email-verification/on-send-verification-email'
import { RegistrantAddresses } from './email-verification/registrant-addresses'
import { RestartEmailVerification } from './email-verification/restart-email-verification'
import { StartEmailVerification } from './email-verification/start-email-verification'
import { Suspensions } from './email-verification/suspensions'
import { VerificationRounds } from './email-verification/verification-rounds'
import { WhenVerificationLapses } from './email-verification/when-verification-lapses'
import { OnSendCertificateMail } from './certificates/on-send-certificate-mail'
import { ReadApproverLink } from './certificates/read-approver-link'
import { OnNameserverRenamed } from './delegation/on-nameserver-renamed'
import { CreateTag } from './tags/create-tag'
import { DeleteTag } from './tags/delete-tag'
import { ListTags } from './tags/list-tags'
import { OnSendTransferAuthorization } from './transfer-authorization/on-send-transfer-authorization'
import { ReadTransferLink } from './transfer-authorization/read-transfer-link'
import { mailerFor } from './mail/mailer-provider'

@Module({
  controllers: [
    Login,
    Authenticate,
    CreateReseller,
    AddPerson,
    ChangeRights,
    ListTokens,
    RevokeTokens,
    SetAutoRenewal,
    UpdateReseller,
    SetRequestLimit,
    ReadAuditLog,
    GetAccount,
    OnRecordOperatorChange,
    CreateContact,
    DeleteContact,
    GetContact,
    ListContacts,
    UpdateContact,
    CreateCustomer,
    DeleteCustomer,
    GetCustomer,
    ListCustomers,
    NameCustomers,
    SnapshotCustomers,
    UpdateCustomer,
    CreateTag,
    DeleteTag,
    ListTags,
    ConfirmEmailVerification,
    FindEmailVerification,
    ListEmailVerifications,
    VerificationsOfDomains,
    OnDomainChanged,
    OnNameserverRenamed,
    OnSendVerificationEmail,
    OnSendCertificateMail,
    ReadApproverLink,
    OnSendTransferAuthorization,
    ReadTransferLink,
    RestartEmailVerification,
    StartEmailVerification,
  ],
})
export class CustomersModule {
  static with(config: CustomersConfig): DynamicModule {
    return {
      module: CustomersModule,
      providers: [
        { provide: CUSTOMERS_CONFIG, useValue: config },
        mailerFor(config),
        RegistrantAddresses,
        Suspensions,
        VerificationRounds,
        WhenVerificationLapses,
      ],
    }
  }
}
