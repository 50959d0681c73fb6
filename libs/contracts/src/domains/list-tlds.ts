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
  description: 'Use to see which extensions are sold, under which rules, and at what price with with_price.',
  query: z.object({
    ...page(),
    order: order.optional(),
    order_by: z.string().max(64).optional().meta({ description: 'Only by name.' }),
    extensions: z.array(z.string().max(255)).optional().meta({ description: 'Only these.' }),
    name_pattern: pattern.optional(),
    status: word('ACT', 'PRE').optional(),
    is_active: flag.optional(),
    is_new_gtld: flag.optional(),
    application_mode: z.string().max(64).optional(),
    with_application_mode: z
      .array(z.string().max(64))
      .optional()
      .meta({ description: 'Only extensions with one of these launch phases, which are then shown.' }),
    only_names: flag.prefault(false),
    ...tldParts,
  }),
  /** Whole extensions, or their names alone. */
  result: results(tld.partial().required({ name: true })),
})
