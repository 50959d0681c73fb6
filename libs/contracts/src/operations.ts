import { addPerson } from './access/add-person'
import { authenticate } from './access/authenticate'
import { changeRights } from './access/change-rights'
import { createReseller } from './access/create-reseller'
import { getAccount } from './access/get-account'
import { listTokens } from './access/list-tokens'
import { login } from './access/login'
import { readAuditLog } from './access/read-audit-log'
import { revokeTokens } from './access/revoke-tokens'
import { updateReseller } from './access/update-reseller'
import { setAutoRenewal } from './access/set-auto-renewal'
import { setRequestLimit } from './access/set-request-limit'
import { createContact } from './contacts/create-contact'
import { deleteContact } from './contacts/delete-contact'
import { getContact } from './contacts/get-contact'
import { listContacts } from './contacts/list-contacts'
import { updateContact } from './contacts/update-contact'
import { confirmEmailVerification } from './customers/confirm-email-verification'
import { createCustomer } from './customers/create-customer'
import { createTag } from './customers/create-tag'
import { deleteCustomer } from './customers/delete-customer'
import { deleteTag } from './customers/delete-tag'
import { findEmailVerification } from './customers/find-email-verification'
import { getCustomer } from './customers/get-customer'
import { listCustomers } from './customers/list-customers'
import { listEmailVerifications } from './customers/list-email-verifications'
import { listTags } from './customers/list-tags'
import { readApproverLink } from './customers/read-approver-link'
import { readTransferLink } from './customers/read-transfer-link'
import { restartEmailVerification } from './customers/restart-email-verification'
import { nameCustomers } from './customers/name-customers'
import { snapshotCustomers } from './customers/snapshot-customers'
import { startEmailVerification } from './customers/start-email-verification'
import { updateCustomer } from './customers/update-customer'
import { verificationsOfDomains } from './customers/verifications-of-domains'
import { applyTemplate } from './dns/apply-template'
import { changeZoneByLink } from './dns/change-zone-by-link'
import { createDomainToken } from './dns/create-domain-token'
import { createNameserver } from './dns/create-nameserver'
import { createNameserverGroup } from './dns/create-nameserver-group'
import { createTemplate } from './dns/create-template'
import { createZone } from './dns/create-zone'
import { deleteNameserver } from './dns/delete-nameserver'
import { deleteNameserverGroup } from './dns/delete-nameserver-group'
import { deleteTemplate } from './dns/delete-template'
import { deleteZone } from './dns/delete-zone'
import { findNameservers } from './dns/find-nameservers'
import { getNameserver } from './dns/get-nameserver'
import { exportZone } from './dns/export-zone'
import { getNameserverGroup } from './dns/get-nameserver-group'
import { getTemplate } from './dns/get-template'
import { getZone } from './dns/get-zone'
import { getZoneVersion } from './dns/get-zone-version'
import { importZone } from './dns/import-zone'
import { listNameserverGroups } from './dns/list-nameserver-groups'
import { listNameservers } from './dns/list-nameservers'
import { listRecords } from './dns/list-records'
import { listTemplates } from './dns/list-templates'
import { listZoneVersions } from './dns/list-zone-versions'
import { listZones } from './dns/list-zones'
import { reencryptZoneKeys } from './dns/reencrypt-zone-keys'
import { openZoneLink } from './dns/open-zone-link'
import { resolveNameserverGroup } from './dns/resolve-nameserver-group'
import { restoreZone } from './dns/restore-zone'
import { secureZone } from './dns/secure-zone'
import { setProof } from './dns/set-proof'
import { updateNameserver } from './dns/update-nameserver'
import { updateNameserverGroup } from './dns/update-nameserver-group'
import { updateZone } from './dns/update-zone'
import { answerTransferAuthorization } from './domains/answer-transfer-authorization'
import { approveTransfer } from './domains/approve-transfer'
import { checkDomains } from './domains/check-domains'
import { countDomainsByGroups } from './domains/count-domains-by-groups'
import { countDomainsByStatus } from './domains/count-domains-by-status'
import { countDomainsOfNameserver } from './domains/count-domains-of-nameserver'
import { createDomain } from './domains/create-domain'
import { deleteDomain } from './domains/delete-domain'
import { deleteHost } from './domains/delete-host'
import { findRestoration } from './domains/find-restoration'
import { findOwnedDomain } from './domains/find-owned-domain'
import { findTransferAuthorization } from './domains/find-transfer-authorization'
import { getAuthcode } from './domains/get-authcode'
import { getDomain } from './domains/get-domain'
import { listCustomerRequirements } from './domains/list-customer-requirements'
import { listDomainRequirements } from './domains/list-domain-requirements'
import { listDomainsOfHandles } from './domains/list-domains-of-handles'
import { getTimeline } from './domains/get-timeline'
import { getTld } from './domains/get-tld'
import { listTlds } from './domains/list-tlds'
import { listDomains } from './domains/list-domains'
import { listOperations } from './domains/list-operations'
import { removeDomain } from './domains/remove-domain'
import { renewDomain } from './domains/renew-domain'
import { resetAuthcode } from './domains/reset-authcode'
import { restartLastOperation } from './domains/restart-last-operation'
import { restoreDomain } from './domains/restore-domain'
import { sendFoa } from './domains/send-foa'
import { setHost } from './domains/set-host'
import { setZoneKey } from './domains/set-zone-key'
import { setTldRules } from './domains/set-tld-rules'
import { signContract } from './domains/sign-contract'
import { suggestNames } from './domains/suggest-names'
import { tradeDomain } from './domains/trade-domain'
import { transferDomain } from './domains/transfer-domain'
import { updateDomain } from './domains/update-domain'
import { createDmarcLink } from './orders/create-dmarc-link'
import { createDmarcOrder } from './orders/create-dmarc-order'
import { deleteDmarcOrder } from './orders/delete-dmarc-order'
import { getDmarcOrder } from './orders/get-dmarc-order'
import { getDomainPrice } from './orders/get-domain-price'
import { listDmarcOrders } from './orders/list-dmarc-orders'
import { createSslOrder } from './orders/create-ssl-order'
import { getSslOrder } from './orders/get-ssl-order'
import { getSslProduct } from './orders/get-ssl-product'
import { listSslOrders } from './orders/list-ssl-orders'
import { listSslProducts } from './orders/list-ssl-products'
import { openDmarcLink } from './orders/open-dmarc-link'
import { retryDmarcOrder } from './orders/retry-dmarc-order'
import { cancelSslOrder } from './orders/cancel-ssl-order'
import { createCsr } from './orders/create-csr'
import { createSslOtpToken } from './orders/create-ssl-otp-token'
import { decodeCsr } from './orders/decode-csr'
import { listApproverEmails } from './orders/list-approver-emails'
import { reencryptAuthorityKeys } from './orders/reencrypt-authority-keys'
import { reissueSslOrder } from './orders/reissue-ssl-order'
import { renewSslOrder } from './orders/renew-ssl-order'
import { resendApproverEmail } from './orders/resend-approver-email'
import { updateApproverEmail } from './orders/update-approver-email'
import { updateSslOrder } from './orders/update-ssl-order'
import { answerCertificateApproval } from './orders/answer-certificate-approval'
import { findCertificateApproval } from './orders/find-certificate-approval'
import { listRevokedCertificates } from './orders/list-revoked-certificates'
import { openSslLink } from './orders/open-ssl-link'
import { correctBalance } from './orders/correct-balance'
import { findOrdersOfCustomer } from './orders/find-orders-of-customer'
import { getReseller } from './orders/get-reseller'
import { getResellerSettings } from './orders/get-reseller-settings'
import { getResellerStatistics } from './orders/get-reseller-statistics'
import { getStatement } from './orders/get-statement'
import { importPrices } from './orders/import-prices'
import { listExtensionPrices } from './orders/list-extension-prices'
import { listTransactions } from './orders/list-transactions'
import { placedOrders } from './orders/placed-orders'
import { quotePrices } from './orders/quote-prices'
import { reserveCredit } from './orders/reserve-credit'
import { setCreditLimit } from './orders/set-credit-limit'
import { setPricingTerms } from './orders/set-pricing-terms'
import { settleReservation } from './orders/settle-reservation'
import { topUp } from './orders/top-up'
import { verifyLedger } from './orders/verify-ledger'
import { checkNames } from './registry/check-names'
import { describeRegistryOperations } from './registry/describe-operations'
import { listRegistryAccounts } from './registry/list-accounts'
import { listTranscripts } from './registry/list-transcripts'
import { resumeRegistryAccount } from './registry/resume-account'
import { rotateRegistryPassword } from './registry/rotate-password'
import { advanceClock } from './sandbox/advance-clock'
import { readClock } from './sandbox/read-clock'

/** Every operation there is. HTTP routes, OpenAPI, RPC, assistant tools and SDK follow this list. */
export const operations = [
  addPerson,
  authenticate,
  changeRights,
  createReseller,
  listTokens,
  login,
  readAuditLog,
  getAccount,
  revokeTokens,
  setAutoRenewal,
  setRequestLimit,
  createContact,
  deleteContact,
  getContact,
  listContacts,
  updateContact,
  confirmEmailVerification,
  createCustomer,
  deleteCustomer,
  findEmailVerification,
  readTransferLink,
  getCustomer,
  listCustomers,
  listEmailVerifications,
  nameCustomers,
  restartEmailVerification,
  snapshotCustomers,
  startEmailVerification,
  updateCustomer,
  createTag,
  deleteTag,
  listTags,
  verificationsOfDomains,
  createDomainToken,
  openZoneLink,
  changeZoneByLink,
  applyTemplate,
  createNameserverGroup,
  createNameserver,
  createTemplate,
  createZone,
  deleteNameserverGroup,
  deleteNameserver,
  deleteTemplate,
  deleteZone,
  exportZone,
  getNameserverGroup,
  getNameserver,
  getTemplate,
  getZone,
  getZoneVersion,
  importZone,
  listNameserverGroups,
  listNameservers,
  listRecords,
  listTemplates,
  listZoneVersions,
  listZones,
  reencryptZoneKeys,
  resolveNameserverGroup,
  secureZone,
  setProof,
  restoreZone,
  updateNameserverGroup,
  updateNameserver,
  updateZone,
  approveTransfer,
  checkDomains,
  countDomainsByGroups,
  countDomainsByStatus,
  countDomainsOfNameserver,
  setHost,
  deleteHost,
  findNameservers,
  createDomain,
  deleteDomain,
  findOwnedDomain,
  findRestoration,
  getAuthcode,
  getDomain,
  listCustomerRequirements,
  listDomainRequirements,
  listDomainsOfHandles,
  listDomains,
  listOperations,
  getTimeline,
  getTld,
  listTlds,
  removeDomain,
  renewDomain,
  resetAuthcode,
  restartLastOperation,
  restoreDomain,
  sendFoa,
  findTransferAuthorization,
  answerTransferAuthorization,
  setTldRules,
  setZoneKey,
  signContract,
  suggestNames,
  tradeDomain,
  transferDomain,
  updateDomain,
  createDmarcLink,
  createDmarcOrder,
  deleteDmarcOrder,
  getDmarcOrder,
  getDomainPrice,
  listDmarcOrders,
  createSslOrder,
  getSslOrder,
  getSslProduct,
  listSslOrders,
  listSslProducts,
  openDmarcLink,
  retryDmarcOrder,
  cancelSslOrder,
  createCsr,
  createSslOtpToken,
  decodeCsr,
  listApproverEmails,
  reissueSslOrder,
  renewSslOrder,
  resendApproverEmail,
  updateApproverEmail,
  updateSslOrder,
  answerCertificateApproval,
  findCertificateApproval,
  listRevokedCertificates,
  reencryptAuthorityKeys,
  openSslLink,
  readApproverLink,
  correctBalance,
  findOrdersOfCustomer,
  getReseller,
  getResellerSettings,
  getResellerStatistics,
  updateReseller,
  getStatement,
  importPrices,
  listExtensionPrices,
  listTransactions,
  placedOrders,
  quotePrices,
  reserveCredit,
  setCreditLimit,
  setPricingTerms,
  settleReservation,
  topUp,
  verifyLedger,
  checkNames,
  describeRegistryOperations,
  listRegistryAccounts,
  listTranscripts,
  resumeRegistryAccount,
  rotateRegistryPassword,
  advanceClock,
  readClock,
] as const

export type KnownOperation = (typeof operations)[number]

/** An operation with a route. */
export type RoutedOperation = Extract<KnownOperation, { audience: 'reseller' }>

/** The operations of resellers by path and method: what the HTTP edge may mount. */
export const routes: readonly RoutedOperation[] = operations
  .filter((each): each is RoutedOperation => each.audience === 'reseller')
  .toSorted((a, b) => compare(a.path, b.path) || compare(a.method, b.method))

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
