import { z } from 'zod'
import { wireDate } from '../primitives/dates'
import { domainName } from '../primitives/domain-name'

/** Where an e-mail DMARC order stands: requested, active, failed, deleted, expired. */
export const dmarcOrderStatuses = ['REQ', 'ACT', 'FAI', 'DEL', 'EXP'] as const
export const dmarcOrderStatus = z.enum(dmarcOrderStatuses)

/** An order of e-mail DMARC monitoring for a domain, and the record that proves control of it. */
export const dmarcOrder = z
  .object({
    id: z.int(),
    domain: domainName,
    status: dmarcOrderStatus,
    activated_at: wireDate,
    renew_at: wireDate,
    expired_at: wireDate,
    easydmarc_email_address: z.string().optional().meta({ description: 'Where reports about the domain are sent.' }),
    record_type: z.string(),
    record_host: z.string(),
    record_value: z.string(),
    recent_easydmarc_action: z
      .object({ recent_action: z.string(), message: z.string() })
      .partial()
      .optional()
      .meta({ description: 'What was done last and, when it did not succeed, why.' }),
  })
  .meta({ id: 'DmarcOrder' })
