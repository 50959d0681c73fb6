import { z } from 'zod'
import { operation } from '../operation'
import { page, results } from '../primitives/page'
import { administrators } from '../roles'
import { approval } from './approval'

/** Lists the calls of API keys and assistants that a person is asked to approve. */
export const listApprovals = operation({
  id: 'approvals.list',
  service: 'customers',
  effect: 'read',
  roles: administrators,
  method: 'GET',
  path: '/v1/approvals',
  isForPeople: true,
  summary: 'List approvals',
  description:
    'Use to see which calls of API keys and assistants wait for a person, and which were approved, refused or used in the last day. Newest first. Only for administrators of the account. Free of charge.',
  query: z.object(page()),
  result: results(approval),
  errors: ['key_limited'],
})
