import { z } from 'zod'
import { operation } from '../operation'
import { flag, integer, text, unlessBlank } from '../primitives/scalars'

const suggestedName = z
  .object({ name: z.string().meta({ description: 'The whole name.' }), domain: z.string(), tld: z.string() })
  .meta({ id: 'SuggestedName' })

/** Suggests names that resemble some words. */
export const suggestNames = operation({
  id: 'domains.suggest-names',
  service: 'domains',
  effect: 'read',
  method: 'POST',
  path: '/v1/domains/suggest-name',
  summary: 'Suggest domain names',
  description: 'Use when a name is taken or none is chosen: answers free names that resemble the words.',
  body: z.object({
    name: text.meta({ description: 'The words to start from.' }),
    tlds: z.array(z.string().max(255)).optional(),
    language: unlessBlank.meta({ description: 'Language code of three letters.' }),
    limit: integer({ min: 1, max: 100 }).optional(),
    sensitive: flag.optional().meta({ description: 'Leave obscene names out.' }),
    provider: unlessBlank,
  }),
  result: z.object({ results: z.array(suggestedName) }),
  errors: ['extension_missing', 'extension_invalid'],
})
