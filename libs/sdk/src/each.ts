import type { Answer, AnyOperation } from '@nameyard/contracts/operation'
import type { CallOptions } from './client'

/** What an operation lists; never where it is no list of pages. */
export type Listed<O extends AnyOperation> =
  Answer<O> extends { results: readonly (infer Item)[]; total: number } ? Item : never

/** No list gives more at once. */
const PAGE = 500

type List = (input: object, options?: CallOptions) => Promise<{ results: readonly unknown[]; total: number }>

/**
 * Goes through a list from `offset` to its end, a page at a time; `limit` is the size of a page. What is added or
 * removed meanwhile may be missed or met twice, unless the order asked for keeps such things at the end.
 */
export async function* each(list: List, input: object = {}, options?: CallOptions) {
  const { limit = PAGE, offset = 0 } = input as { limit?: number; offset?: number }
  for (let from = offset; ; from += limit) {
    const { results } = await list({ ...input, limit, offset: from }, options)
    yield* results
    if (results.length < limit) return
  }
}
