/** Names of a whole request body and of a whole answer in the public description. */
export interface SchemaNames {
  readonly request?: string
  readonly response: string
}

/** The names that generated clients have known these bodies by all along, by operation. */
const given: Readonly<Record<string, SchemaNames>> = {
  'access.login': { request: 'authLoginRequest', response: 'authLoginResponse' },
  'contacts.list': { response: 'contactListContactsResponse' },
  'contacts.create': { request: 'contactCreateContactRequest', response: 'contactCreateContactResponse' },
  'contacts.delete': { response: 'contactDeleteContactResponse' },
  'contacts.get': { response: 'contactGetContactResponse' },
  'contacts.update': { request: 'contactUpdateContactRequest', response: 'contactUpdateContactResponse' },
  'customers.list': { response: 'customerListCustomersResponse' },
  'customers.create': { request: 'customerCreateCustomerRequest', response: 'customerCreateCustomerResponse' },
  'customers.delete': { response: 'customerDeleteCustomerResponse' },
  'customers.get': { response: 'customerGetCustomerResponse' },
  'customers.update': { request: 'customerUpdateCustomerRequest', response: 'customerUpdateCustomerResponse' },
  'tags.list': { response: 'tagListTagsResponse' },
  'tags.create': { request: 'helperstagTag', response: 'tagCreateTagResponse' },
  'tags.delete': { response: 'tagDeleteTagResponse' },
  'email-verifications.list': { response: 'emailListDomainVerificationsResponse' },
  'email-verifications.restart': {
    request: 'emailRestartEmailVerificationRequest',
    response: 'emailRestartEmailVerificationResponse',
  },
  'email-verifications.start': {
    request: 'emailStartEmailVerificationRequest',
    response: 'emailStartEmailVerificationResponse',
  },
  'domain-tokens.create': { request: 'domain_tokenCreateTokenRequest', response: 'domain_tokenCreateTokenResponse' },
  'nameservers.list': { response: 'nameserverListNameserversResponse' },
  'nameservers.create': { request: 'nameserverNameserver', response: 'nameserverCreateNameserverResponse' },
  'nameservers.delete': { response: 'nameserverNameserverBoolResponse' },
  'nameservers.get': { response: 'nameserverGetNameserverResponse' },
  'nameservers.update': { request: 'nameserverNameserver', response: 'nameserverNameserverBoolResponse' },
  'nameserver-groups.list': { response: 'ns_groupListGroupsResponse' },
  'nameserver-groups.create': { request: 'ns_groupCreateGroupRequest', response: 'ns_groupCreateGroupResponse' },
  'nameserver-groups.delete': { response: 'ns_groupGroupBoolResponse' },
  'nameserver-groups.get': { response: 'ns_groupGetGroupResponse' },
  'nameserver-groups.update': { request: 'ns_groupUpdateGroupRequest', response: 'ns_groupGroupBoolResponse' },
  'templates.list': { response: 'templateListTemplatesResponse' },
  'templates.create': { request: 'templateCreateTemplateRequest', response: 'templateCreateTemplateResponse' },
  'templates.delete': { response: 'templateTemplateBoolResponse' },
  'templates.get': { response: 'templateGetTemplateResponse' },
  'zones.list': { response: 'zoneListZonesResponse' },
  'zones.create': { request: 'zoneCreateZoneRequest', response: 'zoneZoneBoolResponse' },
  'zones.delete': { response: 'zoneZoneBoolResponse' },
  'zones.get': { response: 'zoneGetZoneResponse' },
  'zones.update': { request: 'zoneUpdateZoneRequest', response: 'zoneZoneBoolResponse' },
  'records.list': { response: 'recordListZoneRecordsResponse' },
  'domains.list': { response: 'domainListDomainsResponse' },
  'domains.create': { request: 'domainCreateDomainRequest', response: 'domainCreateDomainResponse' },
  'domains.delete': { response: 'domainDeleteDomainResponse' },
  'domains.get': { response: 'domainGetDomainResponse' },
  'domains.update': { request: 'domainUpdateDomainRequest', response: 'domainUpdateDomainResponse' },
  'domains.get-authcode': { response: 'authcodeGetAuthCodeResponse' },
  'domains.reset-authcode': { request: 'authcodeResetAuthCodeRequest', response: 'authcodeResetAuthCodeResponse' },
  'domains.restart-last-operation': { request: 'domainTryAgainLastOperationRequest', response: 'responseBoolResponse' },
  'domains.renew': { request: 'domainRenewDomainRequest', response: 'domainRenewDomainResponse' },
  'domains.restore': { request: 'domainRestoreDomainRequest', response: 'domainRestoreDomainResponse' },
  'domains.approve-transfer': { request: 'domainApproveTransferRequest', response: 'responseBoolResponse' },
  'domains.send-foa': { request: 'domainSendFoa1Request', response: 'responseBoolResponse' },
  'domain-requirements.list': { response: 'additional_dataGetAdditionalDataResponse' },
  'customer-requirements.list': { response: 'customerGetDataResponse' },
  'domains.check': { request: 'domainCheckDomainRequest', response: 'domainCheckDomainResponse' },
  'domains.prices': { response: 'priceGetPriceResponse' },
  'domains.suggest-names': { request: 'domainSuggestNameDomainRequest', response: 'domainSuggestNameDomainResponse' },
  'domains.trade': { request: 'domainTradeDomainRequest', response: 'domainTradeDomainResponse' },
  'domains.transfer': { request: 'domainTransferDomainRequest', response: 'domainTransferDomainResponse' },
  'dmarc-orders.get': { response: 'orderGetEasyDmarcResponse' },
  'dmarc-orders.create': { request: 'orderCreateEasyDmarcRequest', response: 'orderCreateEasyDmarcResponse' },
  'dmarc-orders.list': { response: 'orderListEasyDmarcResponse' },
  'resellers.get-settings': { response: 'settingsGetSettingsResponse' },
  'resellers.get-statistics': { response: 'statisticsGetStatisticsResponse' },
  'resellers.update': { request: 'resellerUpdateResellerRequest', response: 'resellerUpdateResellerResponse' },
  'ssl-products.list': { response: 'productListProductsResponse' },
  'ssl-products.get': { response: 'productGetProductResponse' },
  'ssl-orders.list': { response: 'orderListOrdersResponse' },
  'ssl-orders.create': { request: 'orderCreateOrderRequest', response: 'orderCreateOrderResponse' },
  'ssl-orders.get': { response: 'orderGetOrderResponse' },
  'dmarc-orders.delete': { response: 'orderDeleteEasyDmarcResponse' },
  'dmarc-orders.retry': { response: 'orderRetryEasyDmarcResponse' },
  'dmarc-orders.sso': { response: 'orderGetEasyDmarcSsoResponse' },
  'ssl-orders.update': { request: 'orderUpdateOrderRequest', response: 'orderUpdateOrderResponse' },
  'ssl-orders.renew': { request: 'orderRenewOrderRequest', response: 'orderRenewOrderResponse' },
  'ssl-orders.reissue': { request: 'orderReissueOrderRequest', response: 'orderReissueOrderResponse' },
  'ssl-orders.cancel': { request: 'orderCancelOrderRequest', response: 'orderCancelOrderResponse' },
  'ssl-orders.create-otp-token': {
    request: 'otptokenCreateOtpTokenRequest',
    response: 'otptokenCreateOtpTokenResponse',
  },
  'ssl-orders.update-approver-email': {
    request: 'approveremailUpdateApproverEmailAddressRequest',
    response: 'approveremailUpdateApproverEmailAddressResponse',
  },
  'ssl-orders.resend-approver-email': {
    request: 'approveremailResendApproverEmailRequest',
    response: 'approveremailResendApproverEmailResponse',
  },
  'approver-emails.list': { response: 'approveremailListApproverEmailsResponse' },
  'csr.create': { request: 'csrCreateCsrRequest', response: 'csrCreateCsrResponse' },
  'csr.decode': { request: 'csrDecodeCsrRequest', response: 'csrDecodeCsrResponse' },
}

/** The names of an operation's schemas: the ones clients know, else made of its id. */
export function schemaNamesOf(id: string): Required<SchemaNames> {
  const stem = id.replaceAll(/[.-](\w)/g, (_, letter: string) => letter.toUpperCase())
  return { request: `${stem}Request`, response: `${stem}Response`, ...given[id] }
}

/** Operations that have names of their own here. */
export const namedOperations = Object.keys(given)
