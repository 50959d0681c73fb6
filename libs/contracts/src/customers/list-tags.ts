import { z } from 'zod'
import { operation } from '../operation'
import { page, results } from '../primitives/page'
import { text, word } from '../primitives/scalars'
import { tag } from './customer'

/** Lists the tags of the account, sorted by value: those that were created and those that were given to customers, each once. */
export const listTags = operation({
  id: 'tags.list',
  service: 'customers',
  effect: 'read',
  method: 'GET',
  path: '/v1/tags',
  summary: 'List tags',
  description: 'Use to see which tags the account has for its customers. Returns one page and the total.',
  query: z.object({
    ...page(),
    key: word('customer').optional().describe('Only tags of this kind; `customer` is the only one.'),
    value: text.optional().describe('Only the tag with exactly this text.'),
  }),
  result: results(tag),
  schemas: { response: 'tagListTagsResponse' },
})
