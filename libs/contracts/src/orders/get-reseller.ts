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
    id: z.int().describe('Number of the account.'),
    ...resellerProfile.shape,
    email: z.string().describe('E-mail address of the first administrator.'),
    status: z.enum(['ACT']).describe('State of the account: always `ACT`.'),
    created_at: wireDate.describe('When the account was opened.'),
    balance: z
      .number()
      .describe('Amount that can be spent, including the credit limit, in the currency of the account.'),
    reserved_balance: z.number().describe('Amount reserved for pending orders, in the currency of the account.'),
    tier: z.int().describe('Number of the discount tier of the price list.'),
    additional_data: resellerAdditionalData
      .optional()
      .describe('Further numbers that identify the account; only with with_additional_data.'),
    settings: resellerSettings
      .optional()
      .describe('Currency, credit and defaults of the account; only with with_settings.'),
    statistics: resellerStatistics
      .optional()
      .describe('Counts of the objects of the account; only with with_statistics.'),
    contacts: z.array(contact).optional().describe('Contacts of the account; only with with_contacts.'),
  })
  .meta({ id: 'Reseller', description: 'The account of the caller.' })

/** Reads the account of the caller. */
export const getReseller = operation({
  id: 'resellers.get',
  service: 'orders',
  effect: 'read',
  method: 'GET',
  path: '/v1/resellers',
  summary: 'Read your account',
  description:
    'Use to see the balance, the amount reserved for pending orders, and the numbers of domains and customers.',
  query: z.object({
    with_settings: flag.prefault(false).describe('Also show settings; false by default.'),
    with_statistics: flag.prefault(false).describe('Also show statistics; false by default.'),
    with_additional_data: flag.prefault(false).describe('Also show additional_data; false by default.'),
    with_contacts: flag.prefault(false).describe('Also show the contacts of the account; false by default.'),
  }),
  result: reseller,
})
