import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { text, word } from '../primitives/scalars'

/** Deletes a tag from the list and from all customers. A tag has no number; key and value identify it. */
export const deleteTag = operation({
  id: 'tags.delete',
  service: 'customers',
  effect: 'write',
  method: 'DELETE',
  path: '/v1/tags',
  summary: 'Delete a tag',
  description:
    'Removes a tag from the list and from all customers that have it. Cannot be undone: it is not stored which customers had it. Free of charge.',
  query: z.object({
    key: word('customer').describe('Kind of the tag; `customer` is the only one.'),
    value: text.describe('Text of the tag to delete, such as gold.'),
  }),
  result: success,
  errors: ['tag_not_found'],
  schemas: { response: 'tagDeleteTagResponse' },
})
