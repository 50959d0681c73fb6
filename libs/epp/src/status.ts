/**
 * Glossary of registries, with the terms of RFC 5730 to 5733 and 3915.
 *
 * - registry: the authority for the names under a TLD; the EPP server.
 * - registrar, client (`clID`): the account that logs in; the sponsoring client is the current registrar of an object.
 * - registrant: the contact a domain is registered for.
 * - object: a domain, contact or host at the registry; `roid` is its identifier in the repository.
 * - host: a nameserver as the registry stores it, as an object of its own or as an attribute of a domain. Subordinate
 *   hosts are those below the domain's own name; they carry addresses (glue).
 * - authInfo: the secret that authorizes access to an object, above all its transfer.
 * - crDate, upDate, trDate, exDate: when an object was created, updated, transferred, and when its registration ends.
 * - The sponsoring client sets client… statuses, the registry server… statuses; pending… means that the registry has an
 *   action to complete. `ok` means no other status, `inactive` a domain without delegation, `linked` an object that
 *   another one uses.
 * - RGP statuses are the grace periods beside the EPP statuses: addPeriod, autoRenewPeriod, renewPeriod and
 *   transferPeriod allow a refunded delete; redemptionPeriod, pendingRestore and pendingDelete follow a delete.
 *
 * None of these is a status of an order or of a domain as its reseller sees it.
 */

/** Statuses of a domain (RFC 5731 section 2.3). */
type StandardDomainStatus =
  | 'clientDeleteProhibited'
  | 'clientHold'
  | 'clientRenewProhibited'
  | 'clientTransferProhibited'
  | 'clientUpdateProhibited'
  | 'inactive'
  | 'ok'
  | 'pendingCreate'
  | 'pendingDelete'
  | 'pendingRenew'
  | 'pendingTransfer'
  | 'pendingUpdate'
  | 'serverDeleteProhibited'
  | 'serverHold'
  | 'serverRenewProhibited'
  | 'serverTransferProhibited'
  | 'serverUpdateProhibited'

/** Statuses of a host (RFC 5732 section 2.3). */
type StandardHostStatus =
  | 'clientDeleteProhibited'
  | 'clientUpdateProhibited'
  | 'linked'
  | 'ok'
  | 'pendingCreate'
  | 'pendingDelete'
  | 'pendingTransfer'
  | 'pendingUpdate'
  | 'serverDeleteProhibited'
  | 'serverUpdateProhibited'

/** Statuses of a contact (RFC 5733 section 2.2). */
type StandardContactStatus =
  | 'clientDeleteProhibited'
  | 'clientTransferProhibited'
  | 'clientUpdateProhibited'
  | 'linked'
  | 'ok'
  | 'pendingCreate'
  | 'pendingDelete'
  | 'pendingTransfer'
  | 'pendingUpdate'
  | 'serverDeleteProhibited'
  | 'serverTransferProhibited'
  | 'serverUpdateProhibited'

/** Grace period statuses (RFC 3915 section 3.1). A domain may have several at once. */
type StandardRgpStatus =
  | 'addPeriod'
  | 'autoRenewPeriod'
  | 'pendingDelete'
  | 'pendingRestore'
  | 'redemptionPeriod'
  | 'renewPeriod'
  | 'transferPeriod'

/** A status as read: a standard one, or one of a registry's own, which must not make the object unreadable. */
type AsRead<Status extends string> = Status | (string & Record<never, never>)

/** The statuses that a sponsoring client may set and remove. */
export type ClientDomainStatus = Extract<StandardDomainStatus, `client${string}`>
export type ClientHostStatus = Extract<StandardHostStatus, `client${string}`>
export type ClientContactStatus = Extract<StandardContactStatus, `client${string}`>

export type DomainStatus = AsRead<StandardDomainStatus>
export type HostStatus = AsRead<StandardHostStatus>
export type ContactStatus = AsRead<StandardContactStatus>
export type RgpStatus = AsRead<StandardRgpStatus>
