import { z } from 'zod'
import { operation } from '../operation'
import { flag } from '../primitives/scalars'

/** An account as far as its money goes. */
export const reseller = z
  .object({
    id: z.int(),
    balance: z.number().meta({ description: 'What may be spent.' }),
    reserved_balance: z.number().meta({ description: 'Set aside for orders that are under way.' }),
    tier: z.int().meta({ description: 'Discount tier of the price list.' }),
    settings: z
      .object({ currency: z.string().meta({ description: 'ISO 4217.' }), maximum_credit: z.number() })
      .optional()
      .meta({ description: 'Only with with_settings.' }),
    statistics: z
      .object({ email_service: z.object({ total_count: z.int() }) })
      .optional()
      .meta({ description: 'Only with with_statistics.' }),
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
  query: z.object({
    with_settings: flag.prefault(false),
    with_statistics: flag.prefault(false),
    with_additional_data: flag.prefault(false),
    with_contacts: flag.prefault(false),
  }),
  result: reseller,
})
