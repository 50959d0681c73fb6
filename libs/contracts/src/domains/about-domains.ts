import { domainName } from '../primitives/domain-name'
import { flag, resourceId } from '../primitives/scalars'

/** Number of a domain, as paths name it. */
export const domainId = resourceId.describe('Number of the domain, as domains.create and domains.list answer it.')

/** The name of the domain that a path names by its number; existing clients send it along. */
export const sameDomain = domainName
  .partial()
  .optional()
  .describe('Name of the domain that the path names by its number; another name is refused.')

/** What of a domain is shown only on request. */
export const domainParts = {
  with_history: flag.prefault(false).describe('Show what was done to the domain, too; false by default.'),
  with_api_history: flag.prefault(false).describe('Show the EPP commands of the domain, too; false by default.'),
  with_additional_data: flag.prefault(false).describe('Show additional_data, too; false by default.'),
  with_verification_email: flag
    .prefault(false)
    .describe('Show whether the owner has confirmed the e-mail address, too; false by default.'),
  with_abuse_details: flag.prefault(false).describe('Show reports of abuse, too; false by default.'),
  with_registry_statuses: flag
    .prefault(false)
    .describe('Show the statuses that the registry has for the domain, too; false by default.'),
}

/** What the fields of orders and of domains mean, for their descriptions: each has one wherever it appears. */
export const about = {
  acceptPremiumFee: 'Price of the premium name that the caller agrees to, as domains.check answered it.',
  adminHandle: 'Handle of the administrative contact; the owner when empty.',
  applicationMode: 'Phase of the launch, such as sunrise, where the extension is not open for everybody yet.',
  applicationNotice: 'Number of the trademark claims notice that the customer accepted.',
  applicationSmd: 'Signed mark of the trademark holder as its file holds it, in Base64 (RFC 7848).',
  authCode: 'Code that authorizes a transfer of the domain (authInfo, RFC 5731).',
  autorenew: 'Whether the domain renews by itself: `on`, `off`, or `default` for the setting of the account.',
  billingHandle: 'Handle of the billing contact; the owner when empty.',
  comments: 'Note of your own; not sent to any registry.',
  dnssecKeys: 'DNSSEC keys of the zone on name servers of your own; the registry publishes them.',
  expirationDate: 'When the term that is paid for ends.',
  idnScript: 'Code of the IDN table that the name is written in, such as GER.',
  isDnssecEnabled: 'Sign the zone with DNSSEC; only with name servers of the platform.',
  isPrivate: 'Whether personal data are hidden from WHOIS and RDAP, where the extension allows it.',
  nameServers: 'Name servers to delegate the domain to, 2 to 13; give these or ns_group.',
  nsGroup: 'Name of a name server group to delegate the domain to, such as dns-openprovider.',
  ownerHandle: 'Handle of the registrant, such as AT123456-NL.',
  promoCode: 'No codes are given out here: any is refused. Empty is accepted.',
  renewalDate: 'When the domain renews by itself, if autorenew is on; otherwise the last moment to renew it.',
  resellerHandle: 'Handle of a contact of the reseller, for your own use; not sent to any registry.',
  status:
    '`ACT` active, `REQ` the registry has not answered yet, `SCH` scheduled transfer, `PEN` waits for the customer, `FAI` failed, `RRQ` restore requested, `DEL` deleted.',
  techHandle: 'Handle of the technical contact; the owner when empty.',
  templateId: 'Number of the DNS template for the zone; 0 is none.',
} as const
