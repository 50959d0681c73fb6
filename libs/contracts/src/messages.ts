import { recordOperatorChange } from './access/record-operator-change'
import { sendVerificationEmail } from './customers/send-verification-email'
import { suspensionChanged } from './customers/suspension-changed'
import { timerDue } from './registry/timer-due'
import { publishZone } from './dns/publish-zone'
import { captureReservation } from './orders/capture-reservation'
import { openAccount } from './orders/open-account'
import { releaseReservation } from './orders/release-reservation'
import { reservationConfirmed } from './orders/reservation-confirmed'
import { domainChanged } from './domains/domain-changed'
import { registryOperationPending } from './registry/operation-pending'
import { setTimers } from './registry/set-timers'
import { registryOperationSettled } from './registry/operation-settled'
import { submitRegistryOperation } from './registry/submit-operation'

/** Every event and command there is. */
export const messages = [
  recordOperatorChange,
  sendVerificationEmail,
  publishZone,
  captureReservation,
  openAccount,
  releaseReservation,
  reservationConfirmed,
  registryOperationSettled,
  submitRegistryOperation,
  domainChanged,
  registryOperationPending,
  setTimers,
  suspensionChanged,
  timerDue,
] as const
