import { z } from 'zod'
import { operation } from '../operation'
import { optionalDay, wireDate } from '../primitives/dates'
import { integer } from '../primitives/scalars'
import { administrators } from '../roles'

/** Lists what happened in the account. */
export const listAuditEvents = operation({
  id: 'audit.list',
  service: 'customers',
  effect: 'read',
  roles: administrators,
  method: 'GET',
  path: '/v1/audit',
  summary: 'List the audit trail',
  description:
    'Use to see who did what in the account, from where, with which key and in which request: logins and refused ones, keys and people, orders, changes of domains and zones, disclosed auth codes, links. Newest first. Only for administrators of the account, and not for keys with limits. Free of charge.',
  query: z.object({
    event: z
      .string()
      .max(128)
      .optional()
      .describe('Only these events, for example `domains.delete` or `access.login-failed`.'),
    subject: z
      .string()
      .max(512)
      .optional()
      .describe('Only events about this object, for example `domain example.com`.'),
    contact_id: integer({ min: 1 }).optional().describe('Only what this contact has done.'),
    key_id: integer({ min: 1 }).optional().describe('Only what was done with this API key.'),
    from: optionalDay.describe('Only events that were recorded at this instant (UTC) or later.'),
    to: optionalDay.describe('Only events that were recorded before this instant (UTC).'),
    before: integer({ min: 1 }).optional().describe('The `next_before` of the page before: continues the list.'),
    limit: integer({ min: 1, max: 1000 })
      .prefault(100)
      .describe('Number of events on a page, 1 to 1000; 100 by default.'),
  }),
  result: z.object({
    results: z
      .array(
        z
          .object({
            seq: z.int().describe('Number of the event in the trail of the account: 1, 2, 3 and so on.'),
            at: wireDate.describe('When it happened.'),
            recorded_at: wireDate.describe('When it was added to the trail.'),
            event: z
              .string()
              .describe('What happened: the id of the operation, or a name such as `access.login-failed`.'),
            subject: z.string().describe('Kind and name or number of what the event is about.'),
            contact_id: z.int().nullable().describe('The contact who did it; null for the operator and the platform.'),
            key_id: z.int().nullable().describe('The API key that was used; null for a login.'),
            name: z.string().describe('Username, or name of the operator; empty when it is erased or there is none.'),
            address: z.string().describe('Address of the client; empty when it is erased or there is none.'),
            request: z.string().describe('Id of the request: `X-Request-Id` of its answer.'),
            changes: z
              .record(z.string(), z.unknown())
              .describe('By field: the new value in `to`, and the old one of a right in `from`; null without a value.'),
          })
          .meta({ id: 'AuditEvent', description: 'Something that happened in the account.' }),
      )
      .describe('The events of this page; an empty list when nothing matches.'),
    next_before: z.int().nullable().describe('The `before` of the next page; null on the last page.'),
  }),
  refusesLimitedKeys: true,
  errors: ['key_limited'],
})
