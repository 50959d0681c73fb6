import { z } from 'zod'
import { operation } from '../operation'
import { page, results } from '../primitives/page'
import { administrators } from '../roles'
import { apiKey } from './key'

/** Lists the API keys of the account. */
export const listKeys = operation({
  id: 'keys.list',
  service: 'customers',
  effect: 'read',
  roles: administrators,
  method: 'GET',
  path: '/v1/keys',
  isForPeople: true,
  summary: 'List API keys',
  description:
    'Use to see which programs have access to the account, with which rights, and when each key was last used. Newest keys first. Only for administrators of the account. Free of charge.',
  query: z.object(page()),
  result: results(apiKey),
  refusesLimitedKeys: true,
  errors: ['key_limited'],
})
