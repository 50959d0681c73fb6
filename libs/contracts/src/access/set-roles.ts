import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { flag } from '../primitives/scalars'
import { administrators } from '../roles'

/** Decides whether the roles of people limit them. */
export const setRoles = operation({
  id: 'access.set-roles',
  service: 'customers',
  effect: 'write',
  roles: administrators,
  method: 'PUT',
  path: '/v1/auth/roles',
  isForPeople: true,
  summary: 'Let roles limit your people',
  description:
    'When it is on, each contact may only use the operations that are open to its role, within a second, also with tokens in use. Programs that log in as a contact of the role billing then cannot change or order domains: give them an API key first. Only for administrators of the account. Free of charge. Undo with another call.',
  body: z.object({ is_enforced: flag.describe('Whether the roles of contacts limit them.') }),
  result: success,
  refusesLimitedKeys: true,
  errors: ['key_limited'],
  example: { is_enforced: true },
})
