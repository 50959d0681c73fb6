import type { AnyOperation } from '@nameyard/contracts/operation'

/** A group of operations, as people read the reference. */
interface Tag {
  readonly name: string
  readonly 'x-displayName': string
  readonly description: string
}

/** Resources in the order in which an account meets them, each under the first part of its operations' ids. */
const sections: Readonly<Record<string, Readonly<Record<string, readonly [title: string, description: string]>>>> = {
  'Getting in': {
    access: ['Login', 'Exchange the name and password of a contact for a bearer token.'],
    resellers: ['Account', 'The own account: its details, balance, settings and statistics.'],
    contacts: ['Contacts', 'The people who act for the account. Registrants of domains are customers.'],
    transactions: ['Transactions', 'What was charged to the account, given back or paid in.'],
  },
  Customers: {
    customers: ['Customers', 'Registrants and other contacts of domains and certificates, known by their handle.'],
    'email-verifications': ['E-mail verifications', 'Whether registrants have confirmed their e-mail address.'],
    tags: ['Tags', 'Labels of your own on customers.'],
    'customer-requirements': ['Customer requirements', 'Further data of the registrant that an extension asks for.'],
  },
  Domains: {
    domains: ['Domains', 'Domain names: check, register, transfer, change, renew, delete and restore them.'],
    'domain-requirements': ['Domain requirements', 'Further data that an extension asks for with a domain.'],
    tlds: ['Extensions', 'The extensions that are sold, with their rules and prices.'],
  },
  DNS: {
    zones: ['Zones', 'DNS zones and their records, versions, zone files and DNSSEC.'],
    records: ['Records', 'Search in the records of a zone. They are changed through the zone.'],
    templates: ['Templates', 'Sets of records that new zones start from.'],
    nameservers: ['Name servers', 'Name servers of the account, with their addresses.'],
    'nameserver-groups': ['Name server groups', 'Named sets of name servers that domains are delegated to.'],
    'domain-tokens': ['Zone links', 'Links with which someone without an account edits one zone for a while.'],
  },
  Certificates: {
    'ssl-products': ['Products', 'The kinds of certificates that are sold.'],
    'ssl-orders': ['Orders', 'Certificate orders: place, prove, renew, reissue and cancel them.'],
    'approver-emails': ['Approver addresses', 'Addresses that may approve a certificate by mail.'],
    csr: ['Certificate requests', 'Make and read certificate requests (CSR).'],
  },
  'E-mail': {
    'dmarc-orders': ['E-mail DMARC', 'Orders of DMARC monitoring for the e-mail of a domain.'],
  },
  Sandbox: {
    sandbox: ['Sandbox clock', 'Move the time of an installation that is tried out.'],
  },
}

/** The tag of an operation: the resource in its id. */
export const tagOf = ({ id }: Pick<AnyOperation, 'id'>) => id.slice(0, id.indexOf('.'))

/** The tags that operations have, described, and the sections they stand in. */
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
