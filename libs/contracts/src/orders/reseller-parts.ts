import { z } from 'zod'
import { notificationsShown } from '../access/notifications-settings'

/** A count. */
const total = z.object({ total: z.int().describe('Number with any status.') })

/** A total, and counts by status. */
const totalByStatus = total.extend({
  by_status: z
    .object({
      ACT: z.int().describe('Number with status active.'),
      FAI: z.int().describe('Number with status failed.'),
      NSR: z.int().describe('Number with an unknown status; always 0 here.'),
      PEN: z.int().describe('Number that wait for the customer.'),
      REJ: z.int().describe('Number that were rejected.'),
      REQ: z.int().describe('Number that are requested.'),
    })
    .describe('Counts by status.'),
})

/** Currency, credit and defaults of an account. */
export const resellerSettings = z.object({
  currency: z.string().describe('ISO 4217 code of the currency of the account, such as EUR.'),
  maximum_credit: z.number().describe('Credit limit, in the currency of the account.'),
  is_auto_renew_enabled: z.boolean().describe('Whether domains with autorenew `default` renew automatically.'),
  tags: z.array(z.string()).describe('Tags for customers, at most 1000.'),
  notifications_settings: notificationsShown.optional().describe('Absent while it cannot be read.'),
})

/** Counts of the objects of an account. */
export const resellerStatistics = z.object({
  customer: total.describe('Customers of the account.'),
  dns: total.describe('DNS zones of the account.'),
  domain: totalByStatus.describe('Domains of the account.'),
  ssl: totalByStatus.describe('Certificate orders of the account.'),
  email_service: z
    .object({ total_count: z.int().describe('Number of e-mail DMARC orders.') })
    .describe('E-mail services of the account.'),
})
