// Printed by `npm run golden` from the declarations in this folder; do not edit.
export { accountRolesChanged, accountSecondFactorChanged } from './events/catalogue/access-events'
export { approvalRequested, approvalDecided, approvalMailFailed } from './events/catalogue/approval-events'
export {
  contactCreated,
  contactChanged,
  contactDeleted,
  contactPasswordChanged,
  contactSecondFactorAdded,
  contactSecondFactorRemoved,
  contactRecoveryCodesReplaced,
} from './events/catalogue/contact-events'
export {
  customerCreated,
  customerChanged,
  customerDeleted,
  customerDataErased,
  customerVerificationStarted,
  customerVerified,
  customerVerificationFailed,
  customerVerificationExpired,
} from './events/catalogue/customer-events'
export {
  dmarcOrderOrdered,
  dmarcOrderActivated,
  dmarcOrderFailed,
  dmarcOrderRenewed,
  dmarcOrderExpired,
  dmarcOrderDeleted,
} from './events/catalogue/dmarc-order-events'
export {
  domainOrdered,
  domainActivated,
  domainRegistrationFailed,
  domainOrderRemoved,
  domainAdopted,
  domainRenewed,
  domainRenewalFailed,
  domainExpiring,
  domainExpired,
  domainDeletionRequested,
  domainDeletionFailed,
  domainQuarantined,
  domainDeleted,
  domainRestoreRequested,
  domainRestored,
  domainRestoreFailed,
  domainPendingDelete,
  domainPurged,
  domainValuesChanged,
  domainOwnerChanged,
  domainTradeRequested,
  domainTradeFailed,
  domainAuthCodeChanged,
  domainAuthCodeDisclosed,
  domainTransferLockRemoved,
  domainDataReminder,
  domainSuspended,
  domainUnsuspended,
  domainTransferInRequested,
  domainTransferInApproved,
  domainTransferInFailed,
  domainTransferInCompleted,
  domainTransferOutRequested,
  domainTransferOutCancelled,
  domainTransferOutCompleted,
} from './events/catalogue/domain-events'
export {
  domainOperationPending,
  domainOperationDone,
  domainOperationFailed,
} from './events/catalogue/domain-operation-events'
export {
  extensionAdded,
  extensionRulesChanged,
  extensionClosed,
  pricesChanged,
} from './events/catalogue/extension-events'
export { keyCreated, keyReplaced, keyRevoked, keyExpired } from './events/catalogue/key-events'
export { maintenancePlanned, maintenanceChanged, maintenanceWithdrawn } from './events/catalogue/maintenance-events'
export {
  creditReserved,
  creditReleased,
  creditLow,
  creditLimitChanged,
  transactionPaid,
  transactionCorrected,
  transactionCharged,
  transactionRefunded,
} from './events/catalogue/money-events'
export { sessionStarted, sessionEnded, sessionExpired } from './events/catalogue/session-events'
export {
  sslOrderOrdered,
  sslOrderProofsPending,
  sslOrderChanged,
  sslOrderIssued,
  sslOrderRenewed,
  sslOrderReissued,
  sslOrderFailed,
  sslOrderCancellationRequested,
  sslOrderCancelled,
  sslOrderExpiring,
  sslOrderExpired,
} from './events/catalogue/ssl-order-events'
export {
  zoneCreated,
  zonePublished,
  zoneRejected,
  zoneDeleted,
  zoneDelegationChanged,
  zoneSigningRequested,
  zoneSigned,
  zoneDsPublished,
  zoneUnsigningRequested,
  zoneDsWithdrawn,
  zoneUnsigned,
} from './events/catalogue/zone-events'
export { webhookPaused, webhookEnded } from './events/webhooks/webhook-events'
