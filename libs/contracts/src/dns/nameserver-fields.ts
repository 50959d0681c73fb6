import { z } from 'zod'

/** Descriptions of fields that name servers of accounts, groups and domains share. */
export const descriptions = {
  name: 'Host name of the name server, such as ns1.example.com.',
  ip: 'IPv4 address of the name server; empty without one.',
  ip6: 'IPv6 address of the name server; empty without one.',
} as const

/** Name of a name server, in paths. */
export const nameserverName = z.string().max(255).describe(descriptions.name)

/** Name of a group, in paths. */
export const nsGroup = z.string().max(255).describe('Name of the group, such as dns-openprovider.')

/** A group of name servers for the examples of requests. */
export const hostsExample = {
  ns_group: 'example',
  name_servers: [{ name: 'ns1.example.net' }, { name: 'ns2.example.net' }],
}
