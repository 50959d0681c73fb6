import { z } from 'zod'
import { operation } from '../../operation'
import { success } from '../../primitives/page'
import { everyRole } from '../../roles'
import { noticeId } from './notice'

/** Marks a notice as read by the caller. */
export const readNotice = operation({
  id: 'notices.read',
  service: 'events',
  effect: 'write',
  roles: everyRole,
  isForPeople: true,
  isAudited: false,
  method: 'POST',
  path: '/v1/notices/:id/read',
  summary: 'Mark a notice as read',
  description: 'Use when the person has seen the notice. It stays unread for the other contacts. Free of charge.',
  params: z.object({ id: noticeId }),
  result: success,
  errors: ['notice_not_found'],
})
