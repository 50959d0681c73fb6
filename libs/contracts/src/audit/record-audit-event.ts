import { z } from 'zod'
import { command } from '../event'

/**
 * Adds an event to the audit trail of an account. Services send it with `AuditTrail.record` (libs/outbox), in the
 * transaction of the change. Secrets and personal data are never part of `subject` or `changes`: the trail is kept, and
 * only the name and the address of the actor can be erased from it.
 */
export const recordAuditEvent = command({
  id: 'audit.record-event',
  service: 'customers',
  payload: z.object({
    at: z.iso.datetime(),
    /** The account whose trail it is; null for the trail of the platform. */
    resellerId: z.int().nullable(),
    /** Id of the operation in the contracts, or of what happened without one: `access.login-failed`. */
    event: z.string().min(1),
    /** Kind and name or number of what the event is about: `domain example.com`, `contact 10001`. */
    subject: z.string(),
    /** Who caused it. The platform itself has neither a contact nor a name. */
    actor: z.object({
      contactId: z.int().nullable(),
      /** The API key in use; null for a login. */
      keyId: z.int().nullable(),
      /** Username of the contact, or name of the operator. */
      name: z.string().nullable(),
      address: z.string().nullable(),
    }),
    /** Correlation id of the request. */
    request: z.string(),
    /** By field: the new value, and the old one of a right; null where the value is not recorded. */
    changes: z.record(z.string(), z.object({ from: z.unknown().optional(), to: z.unknown() }).nullable()),
  }),
})
