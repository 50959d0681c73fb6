import { z } from 'zod'

/**
 * The data of a domain at a registry, in the terms of RFC 5731 and RFC 3915. Parts that the registry did not send are absent.
 */
export const registryView = z
  .object({
    /** `missing`: the registry does not know the name; `foreign`: another registrar sponsors it. */
    presence: z.enum(['ours', 'foreign', 'missing']),
    roid: z.string(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    /** Auth code, if the registry created or returned one. */
    authInfo: z.string(),
    /** EPP statuses: `ok`, `clientHold`, `pendingTransfer`. */
    statuses: z.array(z.string()),
    /** Statuses of the grace periods: `addPeriod`, `redemptionPeriod`, `pendingDelete`. */
    graceStatuses: z.array(z.string()),
    nameservers: z.array(z.string()),
    /** Hosts below the domain that were renamed, because other domains still use them. */
    renamedHosts: z.array(z.object({ from: z.string(), to: z.string() })),
    /** The extensions whose domains share these hosts. */
    hostExtensions: z.array(z.string()),
    /** The pending transfer, or the last one (RFC 5731 section 3.1.3). */
    transfer: z.object({
      status: z.string(),
      /** Whether we or another registrar requested it. */
      direction: z.enum(['in', 'out']),
      requestedAt: z.iso.datetime(),
      /** Deadline of the next action, or date of the last one. */
      actsAt: z.iso.datetime(),
    }),
  })
  .partial()
export type RegistryView = z.output<typeof registryView>
