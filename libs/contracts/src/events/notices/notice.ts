import { z } from 'zod'
import { wireDate } from '../../primitives/dates'
import { noticeSeverities } from '../account-event'
import { sequence } from '../event-fields'

export const noticeId = z.string().max(64).describe('Id of the notice, as returned by notices.list.')

/** An event that a person of the account should know, as that person reads it. */
export const notice = z
  .object({
    id: z.string().describe('Id of the notice: that of its event.'),
    sequence: sequence.describe('Number of its event in the log of the account.'),
    type: z.string().describe('Type of its event, such as `domain.expiring`.'),
    severity: z
      .enum(noticeSeverities)
      .describe('`critical`: something does not work, or is lost soon; `warning`: act in time; `info`: to know.'),
    text: z.string().describe('One sentence, in English.'),
    subject: z.string().describe('The object: the path of its read without `/v1/`.'),
    time: wireDate.describe('When it happened.'),
    is_read: z.boolean().describe('Whether you have marked it as read.'),
  })
  .meta({ id: 'Notice', description: 'Something that has happened and that a person of the account should know.' })
