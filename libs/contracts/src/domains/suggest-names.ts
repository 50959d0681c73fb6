import { z } from 'zod'
import { operation } from '../operation'
import { flag, integer, text, unlessBlank } from '../primitives/scalars'

const suggestedName = z
  .object({
    name: z.string().describe('Whole name, such as bluebakery.com.'),
    domain: z.string().describe('The name without its extension.'),
    tld: z.string().describe('Extension of the name, without a leading dot.'),
  })
  .meta({ id: 'SuggestedName', description: 'A name that is free.' })

/** Suggests free names that are similar to some words. */
export const suggestNames = operation({
  id: 'domains.suggest-names',
  service: 'domains',
  effect: 'read',
  method: 'POST',
  path: '/v1/domains/suggest-name',
  summary: 'Suggest domain names',
  description: 'Use when a name is taken or not chosen yet. Returns free names that are similar to the words.',
  body: z.object({
    name: text.describe('Words to start from, such as "blue bakery".'),
    tlds: z.array(z.string().max(255)).optional().describe('Extensions to suggest names in; popular ones when absent.'),
    language: unlessBlank.describe('Language of the words, as a code of three letters (ISO 639-2), such as dut.'),
    limit: integer({ min: 1, max: 100 }).optional().describe('Number of names to suggest at most, 1 to 100.'),
    sensitive: flag.optional().describe('Leave obscene names out.'),
    provider: unlessBlank.describe('Accepted without effect.'),
  }),
  result: z.object({ results: z.array(suggestedName).describe('Free names, the best first.') }),
  errors: ['extension_missing', 'extension_invalid'],
  example: { name: 'blue bakery', tlds: ['com', 'nl'], language: 'dut', limit: 10 },
  schemas: { request: 'domainSuggestNameDomainRequest', response: 'domainSuggestNameDomainResponse' },
})
