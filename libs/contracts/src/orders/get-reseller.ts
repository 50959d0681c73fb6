import { z } from 'zod'
import { resellerAdditionalData, resellerProfile } from '../access/reseller-profile'
import { contact } from '../contacts/contact'
import { operation } from '../operation'
import { wireDate } from '../primitives/dates'
import { flag } from '../primitives/scalars'
import { resellerSettings, resellerStatistics } from './reseller-parts'

/** The account of a reseller. */
export const reseller = z
  .object({
    id: z.int(),
    ...resellerProfile.shape,
    email: z.string().meta({ description: 'Of the first administrator.' }),
    status: z.enum(['ACT']),
    created_at: wireDate,
    balance: z.number().meta({ description: 'What may be spent.' }),
    reserved_balance: z.number().meta({ description: 'Set aside for orders that are under way.' }),
    tier: z.int().meta({ description: 'Discount tier of the price list.' }),
    additional_data: resellerAdditionalData.optional().meta({ description: 'Only with with_additional_data.' }),
    settings: resellerSettings.optional().meta({ description: 'Only with with_settings.' }),
    statistics: resellerStatistics.optional().meta({ description: 'Only with with_statistics.' }),
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
