import { z } from 'zod'
import { command } from '../event'

/** Mails people about an account event, by its declaration in the catalogue and the settings of the account. */
export const sendEventMail = command({
  id: 'customers.send-event-mail',
  service: 'customers',
  payload: z.object({
    resellerId: z.int(),
    /** Type of the event: `domain.renewed`. */
    event: z.string().min(1),
    /** What it is about: `domains/7`. */
    object: z.string().min(1),
    /** When it happened, by the platform's clock. */
    at: z.iso.datetime(),
    /** Handle of the registrant; null where there is none. */
    registrant: z.string().nullable(),
    /** The variables of the mail. */
    values: z.record(z.string(), z.string()),
  }),
})
