import { z } from 'zod'

/**
 * What a registry tells about a domain, in the words of RFC 5731 and RFC 3915. Absent is what the registry did not say.
 */
export const registryView = z
  .object({
    /** `missing`: the registry does not know the name; `foreign`: another registrar sponsors it. */
    presence: z.enum(['ours', 'foreign', 'missing']),
    roid: z.string(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    /** Code that lets the domain be transferred, when the registry chose or showed one. */
    authInfo: z.string(),
    /** EPP statuses: `ok`, `clientHold`, `pendingTransfer`. */
    statuses: z.array(z.string()),
    /** Statuses of the grace periods: `addPeriod`, `redemptionPeriod`, `pendingDelete`. */
    graceStatuses: z.array(z.string()),
    nameservers: z.array(z.string()),
    /** Hosts below the domain that were renamed, because domains are delegated to them that stay. */
    renamedHosts: z.array(z.object({ from: z.string(), to: z.string() })),
    /** The extensions whose domains share these hosts. */
    hostExtensions: z.array(z.string()),
    /** The transfer that is under way, or the last one (RFC 5731 section 3.1.3). */
    transfer: z.object({
      status: z.string(),
      /** Whether we asked for it, or another registrar asks it of us. */
      direction: z.enum(['in', 'out']),
      requestedAt: z.iso.datetime(),
      /** By when somebody must act, or when somebody acted. */
      actsAt: z.iso.datetime(),
    }),
  })
  .partial()
export type RegistryView = z.output<typeof registryView>
