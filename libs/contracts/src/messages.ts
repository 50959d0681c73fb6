import { autoRenewalChanged } from './access/auto-renewal-changed'
import { recordOperatorChange } from './access/record-operator-change'
import { sendCertificateMail } from './customers/send-certificate-mail'
import { sendTransferAuthorization } from './customers/send-transfer-authorization'
import { sendVerificationEmail } from './customers/send-verification-email'
import { suspensionChanged } from './customers/suspension-changed'
import { timerDue } from './registry/timer-due'
import { cleanUpZone } from './dns/clean-up-zone'
import { publishZone } from './dns/publish-zone'
import { captureReservation } from './orders/capture-reservation'
import { openAccount } from './orders/open-account'
import { orderDmarc } from './orders/order-dmarc'
import { refundOrder } from './orders/refund-order'
import { releaseReservation } from './orders/release-reservation'
import { reservationConfirmed } from './orders/reservation-confirmed'
import { domainChanged } from './domains/domain-changed'
import { nameserverRenamed } from './domains/nameserver-renamed'
import { registryOperationPending } from './registry/operation-pending'
import { registryOperationUnpaid } from './registry/operation-unpaid'
import { raiseRegistryAlarm } from './registry/raise-alarm'
import { withdrawRegistryOperation } from './registry/withdraw-operation'
import { setTimers } from './registry/set-timers'
import { registryOperationSettled } from './registry/operation-settled'
import { submitRegistryOperation } from './registry/submit-operation'

/** Every event and command there is. */
export const messages = [
  autoRenewalChanged,
  recordOperatorChange,
  sendCertificateMail,
  sendTransferAuthorization,
  sendVerificationEmail,
  cleanUpZone,
  publishZone,
  captureReservation,
  openAccount,
  orderDmarc,
  refundOrder,
  releaseReservation,
  reservationConfirmed,
  registryOperationSettled,
  submitRegistryOperation,
  domainChanged,
  nameserverRenamed,
  registryOperationPending,
  registryOperationUnpaid,
  raiseRegistryAlarm,
  withdrawRegistryOperation,
  setTimers,
  suspensionChanged,
  timerDue,
] as const
