import { domain } from '../../domains/domain'
import { getDomain } from '../../domains/get-domain'
import { accountEvent, type EventMail } from '../account-event'

/**
 * A domain as `GET /v1/domains/{id}` shows it, for a domain that has left the account with `is_deleted=true`. Left out are the
 * parts that the read shows on request only, the names of the owner, which belong to another service, and the texts that may
 * be about people: they are erased with a customer, and the log is never changed.
 */
export const domainState = domain.omit({
  owner: true,
  owner_company_name: true,
  comments: true,
  application_smd: true,
  additional_data: true,
  history: true,
  api_history: true,
  abuse_details: true,
  registry_statuses: true,
  verification_email_name: true,
  verification_email_status: true,
  verification_email_status_description: true,
  verification_email_exp_date: true,
  whois_privacy_data: true,
})

const ofDomain = { producer: 'domains', version: 1, read: getDomain, state: domainState } as const

/** The mail about a domain of a type, which its registrant can get. */
const mail = (type: string, to: EventMail['to'], more: Partial<EventMail> = {}): EventMail => ({
  type,
  to,
  registrant: '{owner_handle}',
  ...more,
  values: { domain: '{domain.name}.{domain.extension}', owner_handle: '{owner_handle}', ...more.values },
})
const expiry = { values: { expiration_date: '{expiration_date}' } }

export const domainOrdered = accountEvent({
  ...ofDomain,
  type: 'domain.ordered',
  summary: 'The registration of a domain was ordered, or ordered again after it had failed.',
})

export const domainActivated = accountEvent({
  ...ofDomain,
  type: 'domain.activated',
  summary: 'An ordered domain was registered and is active.',
})

export const domainRegistrationFailed = accountEvent({
  ...ofDomain,
  type: 'domain.registration-failed',
  summary: 'The registration of a domain was refused or could not be carried out.',
  notice: { severity: 'critical', text: 'The registration of {domain.name}.{domain.extension} failed.' },
})

export const domainOrderRemoved = accountEvent({
  ...ofDomain,
  type: 'domain.order-removed',
  summary: 'A failed order was deleted by the account, or replaced by a new order of the same name.',
})

export const domainAdopted = accountEvent({
  ...ofDomain,
  type: 'domain.adopted',
  summary: 'An operator added a domain to the account that was registered before.',
})

export const domainRenewed = accountEvent({
  ...ofDomain,
  type: 'domain.renewed',
  summary: 'A domain was renewed: the time that is paid for ends later.',
  mail: mail('domain-renewed', 'registrant', expiry),
})

export const domainRenewalFailed = accountEvent({
  ...ofDomain,
  type: 'domain.renewal-failed',
  summary:
    'A renewal was refused, could not be carried out, or could not be paid. The platform tries again until the domain expires.',
  notice: {
    severity: 'critical',
    text: '{domain.name}.{domain.extension} could not be renewed; it expires at {expiration_date}.',
  },
  mail: mail('domain-renewal-failed', 'reseller', expiry),
})

export const domainExpiring = accountEvent({
  ...ofDomain,
  type: 'domain.expiring',
  summary:
    'A domain expires in 30 days, 7 days or 1 day, at its `expiration_date`. It is told of all domains: `autorenew` says whether the platform renews this one.',
  notice: {
    severity: 'warning',
    text: '{domain.name}.{domain.extension} expires at {expiration_date}; autorenew is {autorenew}.',
  },
})

export const domainExpired = accountEvent({
  ...ofDomain,
  type: 'domain.expired',
  summary: 'A domain was not renewed in time. It is in its soft quarantine, or is being deleted at its registry.',
  notice: { severity: 'critical', text: '{domain.name}.{domain.extension} was not renewed and has expired.' },
})

export const domainDeletionRequested = accountEvent({
  ...ofDomain,
  type: 'domain.deletion-requested',
  summary: 'The account or an operator deletes a domain at its registry, which has not confirmed it yet.',
})

export const domainDeletionFailed = accountEvent({
  ...ofDomain,
  type: 'domain.deletion-failed',
  summary: 'The registry did not delete a domain: it stays in the account.',
  notice: {
    severity: 'warning',
    text: '{domain.name}.{domain.extension} could not be deleted and stays in the account.',
  },
})

export const domainQuarantined = accountEvent({
  ...ofDomain,
  type: 'domain.quarantined',
  summary:
    'The account deleted a domain, which is in its soft quarantine: it does not work, and a renewal restores it.',
  mail: mail('domain-quarantined', 'registrant', { values: { restorable_until: '{restorable_until}' } }),
})

export const domainDeleted = accountEvent({
  ...ofDomain,
  type: 'domain.deleted',
  summary: 'A domain was deleted at its registry. It can be restored while its redemption lasts.',
  mail: mail('domain-deleted', 'both', { values: { restorable_until: '{restorable_until}' } }),
})

export const domainRestoreRequested = accountEvent({
  ...ofDomain,
  type: 'domain.restore-requested',
  summary: 'A domain in quarantine is being restored.',
})

export const domainRestored = accountEvent({
  ...ofDomain,
  type: 'domain.restored',
  summary: 'A domain in quarantine was restored and is active.',
})

export const domainRestoreFailed = accountEvent({
  ...ofDomain,
  type: 'domain.restore-failed',
  summary: 'A domain could not be restored and is in quarantine again.',
  notice: { severity: 'critical', text: '{domain.name}.{domain.extension} could not be restored.' },
})

export const domainPendingDelete = accountEvent({
  ...ofDomain,
  type: 'domain.pending-delete',
  summary: 'A domain cannot be restored any more: its registry releases it in a few days (pendingDelete, RFC 3915).',
})

export const domainPurged = accountEvent({
  ...ofDomain,
  type: 'domain.purged',
  summary: 'A domain was released by its registry and has left the account.',
})

export const domainValuesChanged = accountEvent({
  ...ofDomain,
  type: 'domain.changed',
  summary:
    'A value of a domain changed that no other type announces: contacts, name servers, DNSSEC keys, locks, autorenew, privacy, comments, dates, or what its registry shows.',
})

export const domainOwnerChanged = accountEvent({
  ...ofDomain,
  type: 'domain.owner-changed',
  summary: 'A domain has another registrant: by an update, or by a trade that its registry has carried out.',
})

export const domainTradeRequested = accountEvent({
  ...ofDomain,
  type: 'domain.trade-requested',
  summary: 'A change of the registrant was ordered that its registry has to carry out.',
})

export const domainTradeFailed = accountEvent({
  ...ofDomain,
  type: 'domain.trade-failed',
  summary: 'The registry did not change the registrant of a domain.',
  notice: { severity: 'warning', text: 'The change of the registrant of {domain.name}.{domain.extension} failed.' },
})

export const domainAuthCodeChanged = accountEvent({
  ...ofDomain,
  type: 'domain.auth-code-changed',
  summary: 'A code that authorizes the transfer of a domain was created or replaced. The event does not contain it.',
})

export const domainAuthCodeDisclosed = accountEvent({
  ...ofDomain,
  type: 'domain.auth-code-disclosed',
  summary:
    'A code that authorizes the transfer of a domain was given out to a caller who asked for it. The event does not contain it.',
  mail: mail('auth-code-disclosed', 'registrant', { policy: 'transfer' }),
})

export const domainTransferLockRemoved = accountEvent({
  ...ofDomain,
  type: 'domain.transfer-lock-removed',
  summary: 'The account has removed the lock that protects a domain from transfers. Follows `domain.changed`.',
  mail: mail('transfer-lock-removed', 'registrant'),
})

export const domainDataReminder = accountEvent({
  ...ofDomain,
  type: 'domain.data-reminder',
  summary: 'The registrant of a domain is asked once a year to check the registration data.',
  mail: mail('data-reminder', 'registrant', { policy: 'data-reminder', ...expiry }),
})

export const domainSuspended = accountEvent({
  ...ofDomain,
  type: 'domain.suspended',
  summary: 'A domain was suspended: the e-mail address of its registrant was not verified in time.',
  notice: {
    severity: 'critical',
    text: '{domain.name}.{domain.extension} is suspended: the e-mail address of its registrant was not verified in time.',
  },
})

export const domainUnsuspended = accountEvent({
  ...ofDomain,
  type: 'domain.unsuspended',
  summary: 'The suspension of a domain was lifted: the e-mail address of its registrant is verified.',
})

export const domainTransferInRequested = accountEvent({
  ...ofDomain,
  type: 'domain.transfer-in-requested',
  summary: 'A transfer of a domain to the account was ordered, or ordered again after it had failed.',
  mail: mail('transfer-in-requested', 'registrant'),
})

export const domainTransferInApproved = accountEvent({
  ...ofDomain,
  type: 'domain.transfer-in-approved',
  summary: 'The registrant authorized a transfer to the account, and it was submitted to the registry.',
  mail: mail('transfer-in-approved', 'reseller'),
})

export const domainTransferInFailed = accountEvent({
  ...ofDomain,
  type: 'domain.transfer-in-failed',
  summary: 'A transfer to the account was refused or cancelled, or could not be carried out.',
  notice: { severity: 'warning', text: 'The transfer of {domain.name}.{domain.extension} to the account failed.' },
  mail: mail('transfer-in-failed', 'both'),
})

export const domainTransferInCompleted = accountEvent({
  ...ofDomain,
  type: 'domain.transfer-in-completed',
  summary: 'A domain was transferred to the account from another registrar, or from another account of the platform.',
  mail: mail('transfer-in-completed', 'both', expiry),
})

export const domainTransferOutRequested = accountEvent({
  ...ofDomain,
  type: 'domain.transfer-out-requested',
  summary: 'Another registrar requested the transfer of a domain.',
  notice: {
    severity: 'warning',
    text: 'Another registrar requests the transfer of {domain.name}.{domain.extension}: approve or refuse it.',
  },
  mail: mail('transfer-out-requested', 'both', { policy: 'transfer' }),
})

export const domainTransferOutCancelled = accountEvent({
  ...ofDomain,
  type: 'domain.transfer-out-cancelled',
  summary: 'The transfer to another registrar was rejected or cancelled: the domain stays in the account.',
  mail: mail('transfer-out-cancelled', 'both'),
})

export const domainTransferOutCompleted = accountEvent({
  ...ofDomain,
  type: 'domain.transfer-out-completed',
  summary:
    'A domain was transferred to another registrar, or to another account of the platform, and has left the account.',
  notice: { severity: 'info', text: '{domain.name}.{domain.extension} was transferred away and has left the account.' },
  mail: mail('transfer-out-completed', 'both', { policy: 'transfer' }),
})
