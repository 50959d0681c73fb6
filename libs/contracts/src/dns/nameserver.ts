import { z } from 'zod'
import { success } from '../primitives/page'
import { refusedAs } from '../primitives/refused-as'
import { integer, resourceId, unlessBlank } from '../primitives/scalars'
import { about } from './about-nameservers'

const registryStatuses = ['active', 'pending', 'deleting', 'refused'] as const

/** A nameserver of the account: a host name with the addresses it answers on. */
export const nameserver = z
  .object({
    name: z.string().describe(about.name),
    ip: z.string().describe(about.ip),
    ip6: z.string().optional().describe(about.ip6),
    registry_status: z.enum(registryStatuses).optional().meta({
      description:
        'Only of a nameserver below a domain of the account, which is a host at the registry of that domain. `active`: the registry has it with these addresses. `pending`, `deleting`: the registry has not answered yet. `refused`: it refused the last change.',
    }),
    registry_reason: z.string().optional().meta({ description: 'Why the registry refused the last change.' }),
  })
  .meta({ id: 'Nameserver', description: 'A name server of the account.' })

/** The answer of a change of a nameserver, with what was reached at the registry. */
export const nameserverChanged = success.extend({
  registry_status: z.enum(registryStatuses).optional().meta({
    description: 'Only of a nameserver below a domain of the account; `pending` and `deleting` are still under way.',
  }),
})

const hostName = refusedAs(z.string().trim().max(255), { missing: 'nameserver_name_missing' })

/** A nameserver as clients give it; in an update the path names it. */
export const nameserverGiven = z.object({
  name: hostName.describe(about.name),
  ip: unlessBlank.describe(about.ip),
  ip6: unlessBlank.describe(about.ip6),
})

/** A nameserver in a group, at its place. */
export const groupMember = z
  .object({
    id: resourceId.optional().describe('Number of the name server; ignored in requests.'),
    name: hostName.describe(about.name),
    ip: unlessBlank.describe('IPv4 address, where the name server has one; found by name when absent.'),
    ip6: unlessBlank.describe('IPv6 address, where the name server has one; found by name when absent.'),
    seq_nr: integer({ min: 0 })
      .optional()
      .describe('Place in the list, counted from 0; the order of the list when absent.'),
  })
  .meta({ id: 'NameserverGroupMember', description: 'A name server of a group.' })

/** A named set of nameservers that domains point to. */
export const nameserverGroup = z
  .object({
    id: z.int().describe('Number of the group; operations name it by ns_group.'),
    ns_group: z.string().describe('Name of the group, unique within the account.'),
    name_servers: z.array(groupMember).describe('The name servers in their order; 2 to 13.'),
    domain_count: z
      .int()
      .optional()
      .describe('Number of domains of the account that use the group; only with with_domain_count.'),
    ns_count: z.int().optional().describe('Number of name servers in the group; only with with_ns_count.'),
  })
  .meta({ id: 'NameserverGroup', description: 'A named set of name servers that domains can be delegated to.' })
