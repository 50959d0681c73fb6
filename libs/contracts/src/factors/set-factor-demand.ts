import { z } from 'zod'
import { operation } from '../operation'
import { flag } from '../primitives/scalars'
import { administrators } from '../roles'
import { peopleWithoutFactor } from './factor-demand'

/** Decides whether people of the account need a second factor. */
export const setFactorDemand = operation({
  id: 'factors.set-demand',
  service: 'customers',
  effect: 'write',
  roles: administrators,
  isForPeople: true,
  method: 'PUT',
  path: '/v1/auth/second-factor',
  summary: 'Demand a second factor of your people',
  description:
    'When it is on, a login with a password but without a valid one-time code is refused (10006); API keys and tokens in use go on working. It is not turned on while people logged in lately without a second factor, unless you send `force`. You need a second factor yourself. Only for administrators of the account. Free of charge. Undo with another call.',
  body: z.object({
    is_required: flag.describe('Whether each login with a password needs a second factor.'),
    force: flag
      .optional()
      .describe('True to turn it on although people logged in lately without a second factor. Their programs stop.'),
  }),
  result: z.object({
    success: z.boolean().describe('Always true: a failure is answered with an error status and a code.'),
    people: peopleWithoutFactor,
  }),
  refusesLimitedKeys: true,
  errors: ['key_limited', 'own_factor_missing', 'people_without_factor'],
  example: { is_required: true },
})
