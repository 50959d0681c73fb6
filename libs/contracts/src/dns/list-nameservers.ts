import { z } from 'zod'
import { operation } from '../operation'
import { page, results } from '../primitives/page'
import { order, pattern, text, word } from '../primitives/scalars'
import { nameserver } from './nameserver'

/** Lists the account's nameservers. */
export const listNameservers = operation({
  id: 'nameservers.list',
  service: 'dns',
  effect: 'read',
  method: 'GET',
  path: '/v1/dns/nameservers',
  summary: 'List nameservers',
  description: 'Use to find the nameservers that the account has described, with their addresses.',
  query: z.object({
    ...page(),
    order: order.prefault('asc'),
    order_by: word('id', 'name').prefault('name'),
    name: text.optional(),
    ip: text.optional(),
    ip6: text.optional(),
    pattern: pattern.optional().meta({ description: 'Matches the name; wildcard `*`.' }),
  }),
  result: results(nameserver),
  errors: [],
})
