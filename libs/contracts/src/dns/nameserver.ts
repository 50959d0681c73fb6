import { z } from 'zod'
import { success } from '../primitives/page'
import { refusedAs } from '../primitives/refused-as'
import { integer, resourceId, unlessBlank } from '../primitives/scalars'
import { descriptions } from './nameserver-fields'

const registryStatuses = ['active', 'pending', 'deleting', 'refused'] as const

/** A name server of the account: a host name with its addresses. */
export const nameserver = z
  .object({
    name: z.string().describe(descriptions.name),
    ip: z.string().describe(descriptions.ip),
    ip6: z.string().optional().describe(descriptions.ip6),
    registry_status: z.enum(registryStatuses).optional().meta({
      description:
        'Only for a name server below a domain of the account, which is a host object at the registry of that domain. `active`: the registry has it with these addresses. `pending`, `deleting`: the registry has not answered yet. `refused`: the registry refused the last change.',
    }),
    registry_reason: z.string().optional().meta({ description: 'Why the registry refused the last change.' }),
  })
  .meta({ id: 'Nameserver', description: 'A name server of the account.' })

/** The result of a name server change, with the state at the registry. */
export const nameserverChanged = success.extend({
  registry_status: z.enum(registryStatuses).optional().meta({
    description:
      'Only for a name server below a domain of the account; with `pending` and `deleting` the registry has not answered yet.',
  }),
})

const hostName = refusedAs(z.string().trim().max(255), { missing: 'nameserver_name_missing' })

/** A name server in requests; in an update its name is in the path. */
export const nameserverGiven = z.object({
  name: hostName.describe(descriptions.name),
  ip: unlessBlank.describe(descriptions.ip),
  ip6: unlessBlank.describe(descriptions.ip6),
})

/** A member of a name server group. */
export const groupMember = z
  .object({
    id: resourceId.optional().describe('Number of the name server; ignored in requests.'),
    name: hostName.describe(descriptions.name),
    ip: unlessBlank.describe('IPv4 address, if the name server has one; looked up by name if absent.'),
    ip6: unlessBlank.describe('IPv6 address, if the name server has one; looked up by name if absent.'),
    seq_nr: integer({ min: 0 })
      .optional()
      .describe('Place in the list, counted from 0; the order of the list when absent.'),
  })
  .meta({ id: 'NameserverGroupMember', description: 'A name server of a group.' })

/** A named set of name servers for domains. */
export const nameserverGroup = z
  .object({
    id: z.int().describe('Number of the group; operations use ns_group.'),
    ns_group: z.string().describe('Name of the group, unique within the account.'),
    name_servers: z.array(groupMember).describe('The name servers in their order; 2 to 13.'),
    domain_count: z
      .int()
      .optional()
      .describe('Number of domains of the account that use the group; only with with_domain_count.'),
    ns_count: z.int().optional().describe('Number of name servers in the group; only with with_ns_count.'),
  })
  .meta({ id: 'NameserverGroup', description: 'A named set of name servers that domains can be delegated to.' })
