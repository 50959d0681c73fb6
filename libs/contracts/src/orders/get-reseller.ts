import { z } from 'zod'
import { contact } from '../contacts/contact'
import { operation } from '../operation'
import { wireDate } from '../primitives/dates'
import { flag } from '../primitives/scalars'

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

/** The account of a reseller. */
export const reseller = z
  .object({
    id: z.int(),
    company_name: z.string(),
    status: z.enum(['ACT']),
    created_at: wireDate,
    balance: z.number().meta({ description: 'What may be spent.' }),
    reserved_balance: z.number().meta({ description: 'Set aside for orders that are under way.' }),
    tier: z.int().meta({ description: 'Discount tier of the price list.' }),
    settings: z
      .object({
        currency: z.string().meta({ description: 'ISO 4217.' }),
        maximum_credit: z.number(),
        is_auto_renew_enabled: z.boolean().meta({ description: 'What the autorenew `default` of a domain means.' }),
      })
      .optional()
      .meta({ description: 'Only with with_settings.' }),
    statistics: z
      .object({
        customer: total,
        dns: total.meta({ description: 'Zones.' }),
        domain: totalByStatus,
        ssl: totalByStatus.meta({ description: 'Orders of certificates.' }),
        email_service: z.object({ total_count: z.int() }),
      })
      .optional()
      .meta({ description: 'Only with with_statistics.' }),
    contacts: z.array(contact).optional().meta({ description: 'Only with with_contacts.' }),
  })
  .meta({ id: 'Reseller' })

/** Reads the account of the caller. */
export const getReseller = operation({
  id: 'resellers.get',
  service: 'orders',
  effect: 'read',
  method: 'GET',
  path: '/v1/resellers',
  summary: 'Read the own account',
  description:
    'Use to see the balance, what is set aside for orders under way, and the numbers of domains and customers.',
  query: z.object({
    with_settings: flag.prefault(false),
    with_statistics: flag.prefault(false),
    with_additional_data: flag.prefault(false),
    with_contacts: flag.prefault(false),
  }),
  result: reseller,
})
