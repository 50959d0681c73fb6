import { z } from 'zod'
import { integer } from './scalars'

/** The part of a list to return: `limit` and `offset`, to be spread into a query's shape. */
export function page({ max = 1000 }: { max?: 500 | 1000 } = {}) {
  return {
    limit: integer({ min: 1, max })
      .prefault(100)
      .meta({ description: `Number of entries on a page, 1 to ${max}; 100 by default. A larger number is refused.` }),
    offset: integer({ min: 0 })
      .prefault(0)
      .meta({ description: 'Number of entries to skip, for the pages after the first; 0 by default.' }),
  }
}

/** A page of a list and the count of everything that matched. */
export function results<Item extends z.ZodType>(item: Item) {
  return z.object({
    results: z.array(item).describe('The entries of this page; an empty list when nothing matches.'),
    total: z.int().describe('Number of entries that match, on all pages together.'),
  })
}

/** The result of a change that returns no data. */
export const success = z.object({
  success: z.boolean().describe('Always true: a failure is answered with an error status and a code.'),
})
