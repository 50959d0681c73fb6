import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { text, word } from '../primitives/scalars'

/** Deletes a tag, which has no number and is named by key and value: off the list and off every customer that has it. */
export const deleteTag = operation({
  id: 'tags.delete',
  service: 'customers',
  effect: 'write',
  method: 'DELETE',
  path: '/v1/tags',
  summary: 'Delete a tag',
  description:
    'Takes a tag off the list and off every customer that has it. Cannot be undone: which customers had it is lost. Costs nothing.',
  query: z.object({
    key: word('customer').describe('Kind of the tag; `customer` is the only one.'),
    value: text.describe('Text of the tag to delete, such as gold.'),
  }),
  result: success,
  errors: ['tag_not_found'],
})
