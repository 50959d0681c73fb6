import { z } from 'zod'
import { integer } from './scalars'

/** Which part of a list to answer: `limit` and `offset`, to be spread into a query's shape. */
export function page({ max = 1000 }: { max?: 500 | 1000 } = {}) {
  return {
    limit: integer({ min: 1, max })
      .prefault(100)
      .meta({ description: `How many at most, 1 to ${max}.` }),
    offset: integer({ min: 0 }).prefault(0).meta({ description: 'How many to skip.' }),
  }
}

/** A page of a list and the count of everything that matched. */
export function results<Item extends z.ZodType>(item: Item) {
  return z.object({ results: z.array(item), total: z.int() })
}

/** The answer of a change that has nothing else to tell. */
export const success = z.object({ success: z.boolean() })
