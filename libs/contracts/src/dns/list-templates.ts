import { z } from 'zod'
import { operation } from '../operation'
import { page, results } from '../primitives/page'
import { refusedAs } from '../primitives/refused-as'
import { flag, order, pattern, word } from '../primitives/scalars'
import { template } from './template'

/** Lists the account's DNS templates. */
export const listTemplates = operation({
  id: 'templates.list',
  service: 'dns',
  effect: 'read',
  method: 'GET',
  path: '/v1/dns/templates',
  summary: 'List DNS templates',
  description: 'Use to find sets of records that new zones can be made from.',
  query: z.object({
    ...page(),
    order: order.prefault('asc'),
    order_by: refusedAs(word('name'), { wrong: 'template_order_invalid' }).prefault('name'),
    with_records: flag.prefault(false),
    name_pattern: pattern.optional(),
  }),
  result: results(template),
  errors: ['template_order_invalid'],
})
