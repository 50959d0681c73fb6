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
  description: 'Use to find the name servers of the account with their addresses.',
  query: z.object({
    ...page(),
    order: order.prefault('asc').describe('Sort direction: asc (the default) or desc.'),
    order_by: word('id', 'name').prefault('name').describe('Column to sort by: name (the default) or id.'),
    name: text.optional().describe('Only the name server of exactly this name.'),
    ip: text.optional().describe('Only name servers with exactly this IPv4 address.'),
    ip6: text.optional().describe('Only name servers with exactly this IPv6 address.'),
    pattern: pattern.optional().describe('Name to look for, such as *.example.com; `*` stands for any characters.'),
  }),
  result: results(nameserver),
  errors: [],
  schemas: { response: 'nameserverListNameserversResponse' },
})
