import { z } from 'zod'

/** Identifies a link to a zone: the first digits of its hash. */
export const domainTokenId = z
  .string()
  .regex(/^[\da-f]{12}$/)
  .meta({
    description: 'Identifier of a link, as domain-tokens.list shows it. It does not open the zone.',
    examples: ['0123456789ab'],
  })
