import { z } from 'zod'
import { command } from '../event'

/** Mails a link to a person who may approve a call, while the call waits. */
export const sendApprovalMail = command({
  id: 'approvals.send-mail',
  service: 'customers',
  payload: z.object({ approvalId: z.int(), contactId: z.int() }),
})
