import { z } from 'zod'

/** How many of something there are. */
const total = z.object({ total: z.int() })

/** How many there are, and of them those in a status. */
const totalByStatus = total.extend({
  by_status: z.object({
    ACT: z.int(),
    FAI: z.int(),
    NSR: z.int(),
    PEN: z.int(),
    REJ: z.int(),
    REQ: z.int(),
  }),
})

/** What an account is kept in, and what its domains do by themselves. */
export const resellerSettings = z.object({
  currency: z.string().meta({ description: 'ISO 4217.' }),
  maximum_credit: z.number(),
  is_auto_renew_enabled: z.boolean().meta({ description: 'What the autorenew `default` of a domain means.' }),
  tags: z.array(z.string()).meta({ description: 'Tags for customers, by their values; at most 1000 of them.' }),
})

/** How much of everything an account has. */
export const resellerStatistics = z.object({
  customer: total,
  dns: total.meta({ description: 'Zones.' }),
  domain: totalByStatus,
  ssl: totalByStatus.meta({ description: 'Orders of certificates.' }),
  email_service: z.object({ total_count: z.int() }),
})
