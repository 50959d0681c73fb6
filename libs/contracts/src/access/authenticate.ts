import { z } from 'zod'
import { internalOperation } from '../operation'

/** Tells whom a bearer token stands for, or refuses it: unknown, expired, switched off, or not from this address. */
export const authenticate = internalOperation({
  id: 'access.authenticate',
  service: 'customers',
  audience: 'service',
  effect: 'read',
  summary: 'Tell whom a token stands for',
  body: z.object({
    /** SHA-256 of the token, in hexadecimal: the token itself stays at the edge. */
    tokenHash: z.string().length(64),
    /** Address of the client as the edge saw it. */
    address: z.string(),
  }),
  result: z.object({
    resellerId: z.int(),
    contactId: z.int(),
    username: z.string(),
    scope: z.array(z.enum(['read', 'write', 'purchase'])),
  }),
  errors: ['authentication_failed', 'access_denied'],
})
