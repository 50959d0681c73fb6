import { z } from 'zod'
import { assistantProfiles } from '../assistants/profile-names'
import { internalOperation, services } from '../operation'
import { actorFields } from './actor-fields'
import { allowance, spent } from './allowance'

/**
 * Milliseconds for which a gateway begins requests with an answer while it does not hear of changes. A revoked token must
 * stop working within one second everywhere; this time plus one call stays below that.
 */
export const STATEMENT_REUSE_MS = 700

/** The same while it hears of changes ({@link readAccessChanges}): it forgets what has changed. */
export const LONGEST_REUSE_MS = 30_000

/**
 * Returns the contact person of a bearer token or API key, or refuses the token: unknown, expired, switched off, or not valid from
 * this address. The signed statement outlives the deadline of the call, because a gateway begins further requests with
 * it. With the same call a gateway reports the requests that it accepted, and learns how many more the account
 * may send. So all gateways share one limit without a message for each request.
 */
export const authenticate = internalOperation({
  id: 'access.authenticate',
  service: 'customers',
  audience: 'service',
  callers: ['gateway'],
  effect: 'read',
  summary: 'Find the contact person of a token',
  body: z.object({
    /** SHA-256 of the token or API key in hexadecimal; the token itself does not leave the gateway. */
    tokenHash: z.string().length(64),
    /** The profile for which the tool server uses an access token of an assistant. Absent for other credentials. */
    profile: z.enum(assistantProfiles).optional(),
    /** Address of the client as the gateway saw it. */
    address: z.string(),
    /** The service that the gateway will ask with the statement. */
    audience: z.enum(services),
    /** Requests that this gateway accepted since its last report, by account. */
    spent,
  }),
  result: z.object({
    ...actorFields,
    contactId: z.int(),
    /** Address or CIDR range to which a token is bound. */
    boundTo: z.string().optional(),
    /** Number of the API key. */
    keyId: z.int().optional(),
    /** Number of the assistant's access. */
    assistantId: z.int().optional(),
    spend: z.object({ perDay: z.number().optional(), perMonth: z.number().optional() }).optional(),
    /** Which calls of an API key or an assistant a person must approve. */
    approval: z.enum(['purchases', 'purchases-and-destructive']).optional(),
    /** The profile of an assistant. */
    profile: z.enum(assistantProfiles).optional(),
    /** The signed statement about this actor, for requests to the audience. */
    statement: z.string(),
    /**
     * Milliseconds from the call in which requests may begin with the statement while the gateway hears of changes; it
     * covers deadlines that are later by as much. Services before this field signed for {@link STATEMENT_REUSE_MS}.
     */
    usableMs: z.number().optional(),
    allowance,
  }),
  errors: ['authentication_failed', 'access_denied'],
})
