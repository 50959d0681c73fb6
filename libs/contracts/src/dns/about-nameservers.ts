import { z } from 'zod'

/** What the parts of a name server mean, for their descriptions: accounts, groups and domains have the same. */
export const about = {
  name: 'Host name of the name server, such as ns1.example.com.',
  ip: 'IPv4 address of the name server; empty without one.',
  ip6: 'IPv6 address of the name server; empty without one.',
} as const

/** Name of a name server, as paths name it. */
export const nameserverName = z.string().max(255).describe(about.name)

/** Name of a group, as paths name it. */
export const nsGroup = z.string().max(255).describe('Name of the group, such as dns-openprovider.')
