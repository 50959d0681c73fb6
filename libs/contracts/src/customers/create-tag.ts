import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { text, word } from '../primitives/scalars'

/** Makes a tag that customers may be given; one that is there stays as it is. */
export const createTag = operation({
  id: 'tags.create',
  service: 'customers',
  effect: 'write',
  method: 'POST',
  path: '/v1/tags',
  summary: 'Create a tag',
  description:
    'Use to have a tag in the list before any customer has it. A tag that is there already is no error. Costs nothing; undone by deleting it.',
  body: z
    .object({
      key: word('customer').describe('Kind of the tag; `customer` is the only one.'),
      value: text.describe('Text of the tag, such as gold. At most 255 characters.'),
    })
    .meta({ id: 'NewTag' }),
  result: success,
  errors: ['tag_value_missing', 'tag_value_invalid'],
})
