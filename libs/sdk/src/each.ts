import type { Answer, AnyOperation } from '@nameyard/contracts/operation'
import type { CallOptions } from './call-options'

/** The entries of a list operation; `never` for other operations. */
export type Listed<O extends AnyOperation> =
  Answer<O> extends { results: readonly (infer Item)[]; total: number } ? Item : never

/** The largest page size. */
const PAGE = 500

type List = (input: object, options?: CallOptions) => Promise<{ results: readonly unknown[]; total: number }>

/**
 * Iterates over a list from `offset` to its end, page by page; `limit` is the page size. Entries that are added or removed
 * meanwhile may be missed or returned twice, unless the sort order keeps them at the end.
 */
export async function* each(list: List, input: object = {}, options?: CallOptions) {
  const { limit = PAGE, offset = 0 } = input as { limit?: number; offset?: number }
  for (let from = offset; ; from += limit) {
    const { results } = await list({ ...input, limit, offset: from }, options)
    yield* results
    if (results.length < limit) return
  }
}
