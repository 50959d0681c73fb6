import { z } from 'zod'
import { refusedAs } from '../primitives/refused-as'
import { integer, resourceId, unlessBlank } from '../primitives/scalars'

/** A nameserver of the account: a host name with the addresses it answers on. */
export const nameserver = z
  .object({ name: z.string(), ip: z.string(), ip6: z.string().optional() })
  .meta({ id: 'Nameserver' })

const hostName = refusedAs(z.string().trim().max(255), { missing: 'nameserver_name_missing' })

/** A nameserver as clients give it; in an update the path names it. */
export const nameserverGiven = z.object({ name: hostName, ip: unlessBlank, ip6: unlessBlank })

/** A nameserver in a group, at its place. */
export const groupMember = z
  .object({
    id: resourceId.optional(),
    name: hostName,
    ip: unlessBlank,
    ip6: unlessBlank,
    seq_nr: integer({ min: 0 }).optional(),
  })
  .meta({ id: 'NameserverGroupMember' })

/** A named set of nameservers that domains point to. */
export const nameserverGroup = z
  .object({
    id: z.int(),
    ns_group: z.string(),
    name_servers: z.array(groupMember),
    domain_count: z.int().optional().meta({ description: 'Only with with_domain_count.' }),
    ns_count: z.int().optional().meta({ description: 'Only with with_ns_count.' }),
  })
  .meta({ id: 'NameserverGroup' })
