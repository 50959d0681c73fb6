import { z } from 'zod'
import { wireDate } from '../primitives/dates'
import { domainName } from '../primitives/domain-name'

/** Status of an e-mail DMARC order: requested, active, failed, deleted, expired. */
export const dmarcOrderStatuses = ['REQ', 'ACT', 'FAI', 'DEL', 'EXP'] as const
export const dmarcOrderStatus = z
  .enum(dmarcOrderStatuses)
  .describe(
    '`REQ`: the DNS record was not seen yet. `ACT`: active. `FAI`: not seen in time. `DEL`: deleted. `EXP`: ended.',
  )

/** An order for e-mail DMARC monitoring of a domain, and the record that proves control of it. */
export const dmarcOrder = z
  .object({
    id: z.int().describe('Number of the order.'),
    domain: domainName.describe('Domain that is monitored.'),
    status: dmarcOrderStatus,
    activated_at: wireDate.describe('When the DNS record was found and the order became active.'),
    renew_at: wireDate.describe('When the order renews automatically.'),
    expired_at: wireDate.describe('When the order ended.'),
    easydmarc_email_address: z.string().optional().describe('Address that reports about the domain are sent to.'),
    record_type: z.string().describe('Type of the DNS record that proves control of the domain: CNAME.'),
    record_host: z.string().describe('Owner name of the DNS record, such as _dmarc.example.com.'),
    record_value: z.string().describe('Data of the DNS record. The platform sets the record where it hosts the zone.'),
    recent_easydmarc_action: z
      .object({
        recent_action: z.string().describe('Last action, such as lookup.'),
        message: z.string().describe('Why the action failed; empty if it succeeded.'),
      })
      .partial()
      .optional()
      .describe('Last action on the order.'),
  })
  .meta({ id: 'DmarcOrder', description: 'An order for e-mail DMARC monitoring of a domain.' })
