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
  description: 'Use to find templates of records for new zones.',
  query: z.object({
    ...page(),
    order: order.prefault('asc').describe('Sort direction: asc (the default) or desc.'),
    order_by: refusedAs(word('name'), { wrong: 'template_order_invalid' })
      .prefault('name')
      .describe('Column to sort by: name is the only one.'),
    with_records: flag.prefault(false).describe('Also show the records; false by default.'),
    name_pattern: pattern.optional().describe('Template to look for by its name; `*` stands for any characters.'),
  }),
  result: results(template),
  errors: ['template_order_invalid'],
  schemas: { response: 'templateListTemplatesResponse' },
})
