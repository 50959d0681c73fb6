import { domainName } from '../primitives/domain-name'
import { flag, resourceId } from '../primitives/scalars'

/** Number of a domain, in paths. */
export const domainId = resourceId.describe('Number of the domain, as returned by domains.create and domains.list.')

/** The name of the domain whose number is in the path; existing clients send both. */
export const sameDomain = domainName
  .partial()
  .optional()
  .describe('Name of the domain whose number is in the path; another name is refused.')

/** Optional parts of a domain. */
export const domainParts = {
  with_history: flag.prefault(false).describe('Also show the history of the domain; false by default.'),
  with_api_history: flag.prefault(false).describe('Also show the EPP commands of the domain; false by default.'),
  with_additional_data: flag.prefault(false).describe('Also show additional_data; false by default.'),
  with_verification_email: flag
    .prefault(false)
    .describe('Also show whether the owner has confirmed the e-mail address; false by default.'),
  with_abuse_details: flag.prefault(false).describe('Also show reports of abuse; false by default.'),
  with_registry_statuses: flag
    .prefault(false)
    .describe('Also show the statuses that the registry has for the domain; false by default.'),
}

/** Descriptions of fields that orders and domains share. */
export const descriptions = {
  acceptPremiumFee: 'Price of the premium name that you accept, as returned by domains.check.',
  adminHandle: 'Handle of the administrative contact; the owner by default.',
  applicationMode: 'Launch phase, such as sunrise, of an extension that is not open to everyone yet.',
  applicationNotice: 'Number of the trademark claims notice that the customer accepted.',
  applicationSmd: 'Signed mark of the trademark holder: the content of its file in Base64 (RFC 7848).',
  authCode: 'Code that authorizes a transfer of the domain (authInfo, RFC 5731).',
  autorenew: 'Whether the domain renews automatically: `on`, `off`, or `default` for the setting of the account.',
  billingHandle: 'Handle of the billing contact; the owner by default.',
  comments: 'Your own note; not sent to any registry.',
  dnssecKeys: 'DNSSEC keys of the zone on name servers of your own; the registry publishes them.',
  expirationDate: 'End of the paid period.',
  idnScript: 'Code of the IDN table that the name is written in, such as GER.',
  keepZoneHistory:
    'Keep the history of the zone when you transfer the domain to another account here; that account gets the records only.',
  isDnssecEnabled: 'Sign the zone with DNSSEC; only with name servers of the platform.',
  isPrivate: 'Whether personal data are hidden from WHOIS and RDAP, if the extension allows it.',
  nameServers: 'Name servers to delegate the domain to, 2 to 13; give these or ns_group.',
  nsGroup: 'Name of a name server group to delegate the domain to, such as dns-openprovider.',
  ownerHandle: 'Handle of the registrant, such as AT123456-NL.',
  promoCode: 'There are no promotion codes here: every code is refused. Empty is accepted.',
  renewalDate: 'When the domain renews automatically if autorenew is on; otherwise the latest time to renew it.',
  resellerHandle: 'Handle of a contact of the reseller, for your use; not sent to any registry.',
  status:
    '`ACT` active, `REQ` the registry has not answered yet, `SCH` scheduled transfer, `PEN` waits for the customer, `FAI` failed, `RRQ` restore requested, `DEL` deleted.',
  techHandle: 'Handle of the technical contact; the owner by default.',
  templateId: 'Number of the DNS template for the zone; 0 is none.',
} as const

/** A domain for the examples of requests. */
export const domainExample = { name: 'example', extension: 'com' }

/** A name that can be ordered: example.com exists at the sandbox registry, because it has name servers there. */
export const orderedDomain = { name: 'blue-bakery', extension: 'com' }
