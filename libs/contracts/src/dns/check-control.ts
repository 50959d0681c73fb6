import { z } from 'zod'
import { internalOperation } from '../operation'

/**
 * Returns whether an account controls a name, for services that act for the owner of a name. Control is shown by holding
 * the domain here, or by a delegation in the parent zone to exactly the name servers that are assigned to the account. A
 * record in a zone that this platform serves shows nothing, and neither does a delegation to the shared names.
 */
export const checkControl = internalOperation({
  id: 'zones.check-control',
  service: 'dns',
  audience: 'service',
  callers: ['orders'],
  effect: 'read',
  summary: 'Check whether an account controls a name',
  body: z.object({
    resellerId: z.int(),
    /** Whole name in lower case and A-labels. */
    name: z.string(),
  }),
  result: z.object({
    /**
     * `held`: the account holds the domain. `own`: the name is delegated to its name servers. `shared`: to the names that
     * accounts share. `other`: another account holds the name, or it is delegated to name servers of this platform in any
     * other way. `elsewhere`: to servers that are not this platform's. `none`: nowhere. `unknown`: public resolution did
     * not answer.
     */
    state: z.enum(['held', 'own', 'shared', 'other', 'elsewhere', 'none', 'unknown']),
    /** Name servers that prove control when the name is delegated to exactly these; none for the shared ones. */
    expected: z.array(z.string()),
    /** Name servers of the delegation; empty when the domain has a holder here. */
    found: z.array(z.string()),
  }),
})
