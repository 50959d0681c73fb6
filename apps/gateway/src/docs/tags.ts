import type { AnyOperation } from '@nameyard/contracts/operation'

/** A group of operations in the reference. */
interface Tag {
  readonly name: string
  readonly 'x-displayName': string
  readonly description: string
}

/** Resources in the order of the reference, by the first part of their operations' ids. */
const sections: Readonly<Record<string, Readonly<Record<string, readonly [title: string, description: string]>>>> = {
  'Access and account': {
    access: ['Login', 'Exchange the password or passkey of a contact for a bearer token.'],
    factors: ['Second factor', 'Passkeys, apps with one-time codes, and recovery codes, of people.'],
    keys: ['API keys', 'Keys with which programs call the API without a password.'],
    approvals: ['Approvals', 'Calls of API keys that a person approves before they are carried out.'],
    events: ['Events', 'What has happened to the objects of the account, in order.'],
    notices: ['Notices', 'Events that people of the account should know, with what each has read.'],
    'event-consumers': ['Event consumers', 'Programs that read the events; the platform keeps their positions.'],
    webhooks: ['Webhooks', 'Addresses to which the events of the account are sent, signed, and what became of it.'],
    audit: ['Audit trail', 'Who did what in the account, from where, and with which key.'],
    resellers: ['Account', 'Your account: details, balance, settings and statistics.'],
    contacts: ['Contacts', 'Persons who act for the account. Registrants of domains are customers.'],
    transactions: ['Transactions', 'Charges, refunds and payments of the account.'],
  },
  Customers: {
    customers: ['Customers', 'Registrants and other contacts of domains and certificates, identified by their handle.'],
    'email-verifications': ['E-mail verifications', 'Whether registrants have confirmed their e-mail address.'],
    tags: ['Tags', 'Your own labels for customers.'],
    'customer-requirements': ['Customer requirements', 'Additional data of the registrant that an extension requires.'],
  },
  Domains: {
    domains: ['Domains', 'Domain names: check, register, transfer, change, renew, delete and restore them.'],
    'domain-requirements': ['Domain requirements', 'Additional data that an extension requires for a domain.'],
    tlds: ['Extensions', 'The extensions that are sold, with their rules and prices.'],
    emails: ['Mail templates', 'Your own words for the mails that the platform sends to your customers.'],
    'mail-deliveries': ['Mail deliveries', 'The mails that were sent for the account, and whether they arrived.'],
    'expiry-mails': ['Expiry mails', 'Mails to registrants before and after a domain expires.'],
    registries: ['Registries', 'Whether registries work, and what they have planned.'],
  },
  DNS: {
    zones: ['Zones', 'DNS zones and their records, versions, zone files and DNSSEC.'],
    records: ['Records', 'Search the records of a zone. Change them with the zone.'],
    templates: ['Templates', 'Sets of records for new zones.'],
    nameservers: ['Name servers', 'Name servers of the account, with their addresses.'],
    'nameserver-groups': ['Name server groups', 'Named sets of name servers for domains.'],
    'domain-tokens': [
      'Zone links',
      'Links with which a person without an account can edit one zone for a limited time.',
    ],
  },
  Certificates: {
    'ssl-products': ['Products', 'The kinds of certificates that are sold.'],
    'ssl-orders': ['Orders', 'Certificate orders: place, validate, renew, reissue and cancel them.'],
    'approver-emails': ['Approver addresses', 'Addresses that can approve a certificate by mail.'],
    csr: ['Certificate requests', 'Create and read certificate requests (CSR).'],
  },
  'E-mail': {
    'dmarc-orders': ['E-mail DMARC', 'Orders of DMARC monitoring for the e-mail of a domain.'],
  },
  Sandbox: {
    sandbox: ['Sandbox clock', 'Advance the clock of a test installation.'],
  },
}

/** The tag of an operation: the resource in its id. */
export const tagOf = ({ id }: Pick<AnyOperation, 'id'>) => id.slice(0, id.indexOf('.'))

/** The tags of the operations with their descriptions, and the sections of the reference. */
export function tagsOf(operations: readonly AnyOperation[]) {
  const there = new Set(operations.map(tagOf))
  const groups = Object.entries(sections)
    .map(([name, resources]) => ({ name, tags: Object.keys(resources).filter((tag) => there.has(tag)) }))
    .filter(({ tags }) => tags.length > 0)
  const tags = Object.values(sections).flatMap((resources) =>
    Object.entries(resources)
      .filter(([name]) => there.has(name))
      .map(([name, [title, description]]): Tag => ({ name, 'x-displayName': title, description })),
  )
  return { tags, 'x-tagGroups': groups }
}
