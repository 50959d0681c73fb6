import { approvalMail } from './approval'
import { certificateExpiry } from './certificate-expiry'
import { creditLow } from './events/credit-low'
import { dataReminder } from './events/data-reminder'
import { domainDeleted, domainQuarantined } from './events/deletions'
import { domainRenewalFailed, domainRenewed } from './events/renewals'
import { authCodeDisclosed, transferLockRemoved } from './events/transfer-guards'
import { transferInApproved, transferInCompleted, transferInFailed, transferInRequested } from './events/transfers-in'
import { transferOutCancelled, transferOutCompleted, transferOutRequested } from './events/transfers-out'
import { expiry } from './expiry'
import type { MailType } from './mail-type'
import { transferAuthorization } from './transfer-authorization'
import { verification } from './verification'

/** All types of mails that accounts may word themselves. A new one is added at the end: their place gives their numbers. */
export const mailTypes: readonly MailType[] = [
  expiry,
  transferAuthorization,
  verification,
  certificateExpiry,
  domainRenewed,
  domainRenewalFailed,
  domainQuarantined,
  domainDeleted,
  transferInRequested,
  transferInApproved,
  transferInCompleted,
  transferInFailed,
  transferOutRequested,
  transferOutCancelled,
  transferOutCompleted,
  authCodeDisclosed,
  transferLockRemoved,
  creditLow,
  dataReminder,
  approvalMail,
]
