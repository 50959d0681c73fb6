import { z } from 'zod'
import { operation } from '../operation'
import { wireDate } from '../primitives/dates'
import { page, results } from '../primitives/page'
import { flag, resourceId, text, word } from '../primitives/scalars'
import { texts } from '../primitives/texts'

const states = ['failed', 'in progress', 'not verified', 'verified'] as const
const failures = ['expired', 'bounced'] as const

/** Whether the address behind a domain is verified: one row per domain and address. */
const emailVerification = z
  .object({
    domain: z.string(),
    email: z.string(),
    handle: z.string(),
    status: z.enum(states),
    description: z.enum(failures).optional().meta({ description: 'Why it failed.' }),
    expiration_date: wireDate.meta({ description: 'While in progress: when it fails.' }),
    is_suspended: z.boolean().meta({ description: 'The domain is suspended because of this address.' }),
  })
  .meta({ id: 'EmailVerification' })

/** Lists the verification of e-mail addresses by domain. */
export const listEmailVerifications = operation({
  id: 'email-verifications.list',
  service: 'customers',
  effect: 'read',
  method: 'GET',
  path: '/v1/customers/verifications/emails/domains',
  summary: 'List e-mail verifications by domain',
  description:
    'Use to see which registrants have not confirmed their e-mail address, until when they must, and which domains are held off the DNS because of it.',
  query: z.object({
    ...page(),
    domain_id: resourceId.optional(),
    domain: text.optional().meta({ description: 'Whole domain name.' }),
    email: text.optional(),
    handle: text.optional(),
    status: word(...states).optional(),
    description: word(...failures).optional(),
    is_suspended: flag.optional(),
    response: z.object(texts('type', 'to')).optional().meta({ description: 'Accepted without effect.' }),
  }),
  result: results(emailVerification),
  errors: [],
})
