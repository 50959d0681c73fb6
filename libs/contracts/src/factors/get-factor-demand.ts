import { z } from 'zod'
import { operation } from '../operation'
import { administrators } from '../roles'
import { peopleWithoutFactor } from './factor-demand'

/** Returns whether the account demands a second factor, and whom a demand would lock out. */
export const getFactorDemand = operation({
  id: 'factors.get-demand',
  service: 'customers',
  effect: 'read',
  roles: administrators,
  method: 'GET',
  path: '/v1/auth/second-factor',
  isForPeople: true,
  summary: 'See whether a second factor is demanded',
  description:
    'Use before factors.set-demand: lists the people who logged in lately without a second factor, because their programs must move to API keys first. Only for administrators of the account. Free of charge.',
  result: z.object({
    is_required: z.boolean().describe('Whether the account demands a second factor at each login with a password.'),
    people: peopleWithoutFactor,
  }),
  refusesLimitedKeys: true,
  errors: ['key_limited'],
})
