import { z } from 'zod'
import { internalOperation } from '../operation'

/**
 * Tells whom a bearer token stands for, or refuses it: unknown, expired, switched off, or not from this address. On
 * the same way an edge reports the requests it let through, and learns how many more the account may make: so edges
 * share one allowance without a message for each request.
 */
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
    /** Requests that this edge let through since it last said so, by account. */
    spent: z.array(z.object({ resellerId: z.int(), requests: z.int() })).default([]),
  }),
  result: z.object({
    resellerId: z.int(),
    contactId: z.int(),
    username: z.string(),
    scope: z.array(z.enum(['read', 'write', 'purchase'])),
    allowance: z.object({
      /** Requests the account may make at once now; below zero after edges let more through than they knew of. */
      remaining: z.number(),
      /** Requests that are added each second, up to the burst. */
      perSecond: z.number(),
      burst: z.number(),
    }),
  }),
  errors: ['authentication_failed', 'access_denied'],
})
