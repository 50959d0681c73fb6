import { login } from '@nameyard/contracts/access/login'
import { createContact } from '@nameyard/contracts/contacts/create-contact'
import { deleteContact } from '@nameyard/contracts/contacts/delete-contact'
import { getContact } from '@nameyard/contracts/contacts/get-contact'
import { listContacts } from '@nameyard/contracts/contacts/list-contacts'
import { updateContact } from '@nameyard/contracts/contacts/update-contact'
import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import { createTag } from '@nameyard/contracts/customers/create-tag'
import { deleteCustomer } from '@nameyard/contracts/customers/delete-customer'
import { deleteTag } from '@nameyard/contracts/customers/delete-tag'
import { getCustomer } from '@nameyard/contracts/customers/get-customer'
import { listCustomers } from '@nameyard/contracts/customers/list-customers'
import { updateCustomer } from '@nameyard/contracts/customers/update-customer'
import { listEmailVerifications } from '@nameyard/contracts/customers/list-email-verifications'
import { listTags } from '@nameyard/contracts/customers/list-tags'
import { restartEmailVerification } from '@nameyard/contracts/customers/restart-email-verification'
import { startEmailVerification } from '@nameyard/contracts/customers/start-email-verification'
import { applyTemplate } from '@nameyard/contracts/dns/apply-template'
import { createDomainToken } from '@nameyard/contracts/dns/create-domain-token'
import { createNameserver } from '@nameyard/contracts/dns/create-nameserver'
import { createNameserverGroup } from '@nameyard/contracts/dns/create-nameserver-group'
import { createTemplate } from '@nameyard/contracts/dns/create-template'
import { createZone } from '@nameyard/contracts/dns/create-zone'
import { deleteNameserver } from '@nameyard/contracts/dns/delete-nameserver'
import { deleteNameserverGroup } from '@nameyard/contracts/dns/delete-nameserver-group'
import { deleteTemplate } from '@nameyard/contracts/dns/delete-template'
import { deleteZone } from '@nameyard/contracts/dns/delete-zone'
import { exportZone } from '@nameyard/contracts/dns/export-zone'
import { importZone } from '@nameyard/contracts/dns/import-zone'
import { getNameserver } from '@nameyard/contracts/dns/get-nameserver'
import { getNameserverGroup } from '@nameyard/contracts/dns/get-nameserver-group'
import { getTemplate } from '@nameyard/contracts/dns/get-template'
import { getZone } from '@nameyard/contracts/dns/get-zone'
import { getZoneVersion } from '@nameyard/contracts/dns/get-zone-version'
import { listNameserverGroups } from '@nameyard/contracts/dns/list-nameserver-groups'
import { listNameservers } from '@nameyard/contracts/dns/list-nameservers'
import { listRecords } from '@nameyard/contracts/dns/list-records'
import { listTemplates } from '@nameyard/contracts/dns/list-templates'
import { listZoneVersions } from '@nameyard/contracts/dns/list-zone-versions'
import { restoreZone } from '@nameyard/contracts/dns/restore-zone'
import { listZones } from '@nameyard/contracts/dns/list-zones'
import { updateNameserver } from '@nameyard/contracts/dns/update-nameserver'
import { updateNameserverGroup } from '@nameyard/contracts/dns/update-nameserver-group'
import { updateZone } from '@nameyard/contracts/dns/update-zone'
import { checkDomains } from '@nameyard/contracts/domains/check-domains'
import { createDomain } from '@nameyard/contracts/domains/create-domain'
import { deleteDomain } from '@nameyard/contracts/domains/delete-domain'
import { getDomain } from '@nameyard/contracts/domains/get-domain'
import { renewDomain } from '@nameyard/contracts/domains/renew-domain'
import { restoreDomain } from '@nameyard/contracts/domains/restore-domain'
import { tradeDomain } from '@nameyard/contracts/domains/trade-domain'
import { transferDomain } from '@nameyard/contracts/domains/transfer-domain'
import { getTimeline } from '@nameyard/contracts/domains/get-timeline'
import { getTld } from '@nameyard/contracts/domains/get-tld'
import { listTlds } from '@nameyard/contracts/domains/list-tlds'
import { listDomains } from '@nameyard/contracts/domains/list-domains'
import { listOperations } from '@nameyard/contracts/domains/list-operations'
import { approveTransfer } from '@nameyard/contracts/domains/approve-transfer'
import { getAuthcode } from '@nameyard/contracts/domains/get-authcode'
import { resetAuthcode } from '@nameyard/contracts/domains/reset-authcode'
import { sendFoa } from '@nameyard/contracts/domains/send-foa'
import { restartLastOperation } from '@nameyard/contracts/domains/restart-last-operation'
import { updateDomain } from '@nameyard/contracts/domains/update-domain'
import { listDomainRequirements } from '@nameyard/contracts/domains/list-domain-requirements'
import { listCustomerRequirements } from '@nameyard/contracts/domains/list-customer-requirements'
import { suggestNames } from '@nameyard/contracts/domains/suggest-names'
import { createDmarcLink } from '@nameyard/contracts/orders/create-dmarc-link'
import { createDmarcOrder } from '@nameyard/contracts/orders/create-dmarc-order'
import { createSslOrder } from '@nameyard/contracts/orders/create-ssl-order'
import { getSslOrder } from '@nameyard/contracts/orders/get-ssl-order'
import { getSslProduct } from '@nameyard/contracts/orders/get-ssl-product'
import { listSslOrders } from '@nameyard/contracts/orders/list-ssl-orders'
import { listSslProducts } from '@nameyard/contracts/orders/list-ssl-products'
import { deleteDmarcOrder } from '@nameyard/contracts/orders/delete-dmarc-order'
import { cancelSslOrder } from '@nameyard/contracts/orders/cancel-ssl-order'
import { createCsr } from '@nameyard/contracts/orders/create-csr'
import { createSslOtpToken } from '@nameyard/contracts/orders/create-ssl-otp-token'
import { decodeCsr } from '@nameyard/contracts/orders/decode-csr'
import { listApproverEmails } from '@nameyard/contracts/orders/list-approver-emails'
import { reissueSslOrder } from '@nameyard/contracts/orders/reissue-ssl-order'
import { renewSslOrder } from '@nameyard/contracts/orders/renew-ssl-order'
import { resendApproverEmail } from '@nameyard/contracts/orders/resend-approver-email'
import { updateApproverEmail } from '@nameyard/contracts/orders/update-approver-email'
import { updateSslOrder } from '@nameyard/contracts/orders/update-ssl-order'
import { getDmarcOrder } from '@nameyard/contracts/orders/get-dmarc-order'
import { getDomainPrice } from '@nameyard/contracts/orders/get-domain-price'
import { updateReseller } from '@nameyard/contracts/access/update-reseller'
import { getReseller } from '@nameyard/contracts/orders/get-reseller'
import { getResellerSettings } from '@nameyard/contracts/orders/get-reseller-settings'
import { getResellerStatistics } from '@nameyard/contracts/orders/get-reseller-statistics'
import { listDmarcOrders } from '@nameyard/contracts/orders/list-dmarc-orders'
import { retryDmarcOrder } from '@nameyard/contracts/orders/retry-dmarc-order'
import { listTransactions } from '@nameyard/contracts/orders/list-transactions'
import { advanceClock } from '@nameyard/contracts/sandbox/advance-clock'
import type { AnyOperation } from '@nameyard/contracts/operation'

/** The operations that a service handles by now. What is not here answers like any unknown route. */
export const mounted: readonly AnyOperation[] = [
  login,
  createContact,
  deleteContact,
  getContact,
  listContacts,
  updateContact,
  createCustomer,
  deleteCustomer,
  getCustomer,
  listCustomers,
  updateCustomer,
  createTag,
  deleteTag,
  listTags,
  listEmailVerifications,
  restartEmailVerification,
  startEmailVerification,
  applyTemplate,
  createDomainToken,
  createNameserver,
  createNameserverGroup,
  createTemplate,
  createZone,
  deleteNameserver,
  deleteNameserverGroup,
  deleteTemplate,
  deleteZone,
  exportZone,
  importZone,
  getNameserver,
  getNameserverGroup,
  getTemplate,
  getZone,
  getZoneVersion,
  listNameserverGroups,
  listNameservers,
  listRecords,
  listTemplates,
  listZones,
  listZoneVersions,
  restoreZone,
  updateNameserver,
  updateNameserverGroup,
  updateZone,
  checkDomains,
  createDomain,
  deleteDomain,
  getDomain,
  listDomains,
  listOperations,
  renewDomain,
  restoreDomain,
  tradeDomain,
  transferDomain,
  getTimeline,
  getTld,
  listTlds,
  approveTransfer,
  getAuthcode,
  resetAuthcode,
  sendFoa,
  restartLastOperation,
  updateDomain,
  listDomainRequirements,
  listCustomerRequirements,
  suggestNames,
  createDmarcLink,
  createDmarcOrder,
  createSslOrder,
  getSslOrder,
  getSslProduct,
  listSslOrders,
  listSslProducts,
  deleteDmarcOrder,
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
  getDmarcOrder,
  getDomainPrice,
  getReseller,
  getResellerSettings,
  getResellerStatistics,
  updateReseller,
  listDmarcOrders,
  retryDmarcOrder,
  listTransactions,
  advanceClock,
]

/** Those of them that an installation has: its time is put ahead only where it has a sandbox clock. */
export function mountedWith(settings: { readonly SANDBOX_CLOCK: boolean }): readonly AnyOperation[] {
  return settings.SANDBOX_CLOCK ? mounted : mounted.filter((operation) => operation !== advanceClock)
}
