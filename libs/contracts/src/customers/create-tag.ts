import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { text, word } from '../primitives/scalars'

/** Creates a tag for customers. An existing tag stays as it is. */
export const createTag = operation({
  id: 'tags.create',
  service: 'customers',
  effect: 'write',
  method: 'POST',
  path: '/v1/tags',
  summary: 'Create a tag',
  description:
    'Use to add a tag to the list before a customer has it. An existing tag is not an error. Free of charge. Undo with tags.delete.',
  body: z
    .object({
      key: word('customer').describe('Kind of the tag; `customer` is the only one.'),
      value: text.describe('Text of the tag, such as gold. At most 255 characters.'),
    })
    .meta({ id: 'NewTag' }),
  result: success,
  errors: ['tag_value_missing', 'tag_value_invalid'],
  example: { key: 'customer', value: 'wholesale' },
  schemas: { request: 'helperstagTag', response: 'tagCreateTagResponse' },
})
