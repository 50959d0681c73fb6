import { z } from 'zod'
import { event } from '../event'
import { holding } from './holding'

/**
 * A domain changed: its registrant, its name servers, its status, or whether the account has it. A service that stores a
 * copy ignores events with an older version.
 */
export const domainChanged = event({
  id: 'domain.changed',
  producer: 'domains',
  consumers: ['customers', 'dns', 'orders'],
  payload: z.object({
    id: z.int(),
    resellerId: z.int(),
    /** In lower case and A-labels. */
    name: z.string(),
    /** Status as resellers see it. */
    status: z.string(),
    ownerHandle: z.string(),
    /** Whether the account still has the domain: it has neither failed nor left the account. */
    isHeld: z.boolean(),
    /**
     * How the account became the holder of the domain; null while the platform's registrar does not sponsor it. Events of
     * releases without this field say nothing about it.
     */
    holding: holding.nullable().optional(),
    /** Whether the rules of the extension demand that the e-mail address of the registrant is verified. */
    demandsVerification: z.boolean().optional(),
    /**
     * Whether this change gave the domain a registrant whom the account has named: the domain was created or gained, or its
     * registrant changed. False for an adopted domain: its registrant was verified where it was registered.
     */
    hasNewOwner: z.boolean().optional(),
    version: z.int(),
    changedAt: z.iso.datetime(),
  }),
})
