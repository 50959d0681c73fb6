import { z } from 'zod'

/** How many of something there are. */
const total = z.object({ total: z.int().describe('Number of them.') })

/** How many there are, and of them those in a status. */
const totalByStatus = total.extend({
  by_status: z
    .object({
      ACT: z.int().describe('Number of active ones.'),
      FAI: z.int().describe('Number of failed ones.'),
      NSR: z.int().describe('Number of those in an unknown state; always 0 here.'),
      PEN: z.int().describe('Number of those that wait for the customer.'),
      REJ: z.int().describe('Number of rejected ones.'),
      REQ: z.int().describe('Number of those that are requested.'),
    })
    .describe('Numbers by status.'),
})

/** What an account is kept in, and what its domains do by themselves. */
export const resellerSettings = z.object({
  currency: z.string().describe('ISO 4217 code of the currency of the account, such as EUR.'),
  maximum_credit: z
    .number()
    .describe('Amount that may be spent beyond what was paid in, in the currency of the account.'),
  is_auto_renew_enabled: z.boolean().describe('What `default` as autorenew of a domain means.'),
  tags: z.array(z.string()).describe('Texts of the tags for customers, at most 1000.'),
})

/** How much of everything an account has. */
export const resellerStatistics = z.object({
  customer: total.describe('Customers of the account.'),
  dns: total.describe('DNS zones of the account.'),
  domain: totalByStatus.describe('Domains of the account.'),
  ssl: totalByStatus.describe('Certificate orders of the account.'),
  email_service: z
    .object({ total_count: z.int().describe('Number of orders of e-mail DMARC.') })
    .describe('E-mail services of the account.'),
})
