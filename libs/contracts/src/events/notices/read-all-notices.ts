import { z } from 'zod'
import { operation } from '../../operation'
import { everyRole } from '../../roles'
import { sequenceGiven } from '../event-fields'

/** Marks all notices as read by the caller. */
export const readAllNotices = operation({
  id: 'notices.read-all',
  service: 'events',
  effect: 'write',
  roles: everyRole,
  isForPeople: true,
  isAudited: false,
  method: 'POST',
  path: '/v1/notices/read',
  summary: 'Mark all notices as read',
  description:
    'Use when the person has seen the list. Those that came after `up_to` stay unread. They stay unread for the other contacts. Free of charge.',
  body: z.object({
    up_to: sequenceGiven.optional().describe('Number of the newest notice that the person has seen; absent for all.'),
  }),
  result: z.object({ marked: z.int().describe('How many were unread.') }),
  example: { up_to: 42 },
})
