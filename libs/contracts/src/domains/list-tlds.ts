import { z } from 'zod'
import { operation } from '../operation'
import { page, results } from '../primitives/page'
import { flag, order, pattern, word } from '../primitives/scalars'
import { tld, tldParts } from './tld'

/** Lists the extensions that are sold, a page at a time. */
export const listTlds = operation({
  id: 'tlds.list',
  service: 'domains',
  effect: 'read',
  method: 'GET',
  path: '/v1/tlds',
  summary: 'List the extensions that are sold',
  description: 'Use to see which extensions are sold and their rules. Prices with with_price.',
  query: z.object({
    ...page(),
    order: order.optional().describe('Sort direction: asc (the default) or desc.'),
    order_by: z.string().max(64).optional().describe('Column to sort by: name is the only one.'),
    extensions: z.array(z.string().max(255)).optional().describe('Only these extensions, without a leading dot.'),
    name_pattern: pattern.optional().describe('Extension to look for, such as co.*; `*` stands for any characters.'),
    status: word('ACT', 'PRE')
      .optional()
      .describe('Only extensions that are open (`ACT`), or only those that are not yet (`PRE`).'),
    is_active: flag.optional().describe('Only extensions that are open, or only those that are not yet.'),
    is_new_gtld: flag.optional().describe('Only generic extensions introduced since 2012, or only all others.'),
    application_mode: z
      .string()
      .max(64)
      .optional()
      .describe('Only extensions with this launch phase, such as sunrise.'),
    with_application_mode: z
      .array(z.string().max(64))
      .optional()
      .describe('Only extensions with one of these launch phases; also shows the phases.'),
    only_names: flag.prefault(false).describe('Show only the names; false by default.'),
    ...tldParts,
  }),
  /** Extensions, or only their names. */
  result: results(tld.partial().required({ name: true })),
})
