import { z } from 'zod'
import { internalOperation } from '../operation'

/** Lists who changed what, newest first. */
export const readAuditLog = internalOperation({
  id: 'access.read-audit-log',
  service: 'customers',
  audience: 'operator',
  effect: 'read',
  summary: 'Read the audit log',
  body: z.object({
    resellerId: z.int().optional(),
    event: z.string().optional(),
    subject: z.string().optional(),
    contactId: z.int().optional(),
    keyId: z.int().optional(),
    /** Id of the request that caused them (`X-Request-Id`). */
    request: z.string().optional(),
    /** When it was recorded. ISO 8601. */
    from: z.iso.datetime().optional(),
    to: z.iso.datetime().optional(),
    /** Only entries before this one. */
    before: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
    limit: z.int().min(1).max(1000).default(50),
  }),
  result: z.object({
    entries: z.array(
      z.object({
        id: z.string(),
        /** ISO 8601. */
        at: z.string(),
        /** The account whose object was changed; null for objects of the platform. */
        resellerId: z.int().nullable(),
        /** The contact person who made the change; null for an operator of the platform. */
        contactId: z.int().nullable(),
        /** Username of the person, or name of the operator. */
        who: z.string().nullable(),
        address: z.string().nullable(),
        keyId: z.int().nullable(),
        correlationId: z.string(),
        operation: z.string(),
        subject: z.string(),
        changes: z.record(z.string(), z.unknown()),
      }),
    ),
  }),
})
