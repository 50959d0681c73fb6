import { DESCRIBED_AT_ONCE, FOUND_PER_PAGE } from './finders'
import type { Offer, Offered } from './offer'

/** Arguments that a tool of this server cannot use; the message says why. */
export class InvalidArguments extends Error {}

/** Returns the tools with all words of a query, those with them in the name or title first. */
export function search({ byName }: Offer, { query = '', cursor = '0' }: Readonly<Record<string, unknown>>) {
  if (typeof query !== 'string') throw new InvalidArguments('query must be a text.')
  const words = query
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean)
  const found = [...byName.values()]
    .map((offered) => ({ offered, rank: rankOf(offered, words) }))
    .filter(({ rank }) => rank !== undefined)
    .toSorted((a, b) => a.rank! - b.rank!)
  const start = Number(cursor)
  if (!Number.isInteger(start) || start < 0 || start > found.length)
    throw new InvalidArguments('cursor is not the next_cursor of a page.')
  const end = start + FOUND_PER_PAGE
  return {
    results: found.slice(start, end).map(({ offered: { tool } }) => ({
      name: tool.name,
      title: tool.title,
      annotations: tool.annotations,
    })),
    total: found.length,
    ...(end < found.length && { next_cursor: String(end) }),
  }
}

/** 0 if the name and title have all words, 1 if the rest of the description is needed; absent if a word is missing. */
function rankOf({ operation, tool }: Offered, words: readonly string[]): number | undefined {
  const title = `${tool.name} ${tool.title}`.toLowerCase()
  if (words.every((word) => title.includes(word))) return 0
  const whole = `${title} ${tool.description} ${operation.path} ${operation.effect}`.toLowerCase()
  return words.every((word) => whole.includes(word)) ? 1 : undefined
}

/** Returns the whole descriptions of tools, with the schemas of their answers only if asked for. */
export function describe({ byName }: Offer, { names, with_answer: withAnswer }: Readonly<Record<string, unknown>>) {
  if (!Array.isArray(names) || names.length === 0 || names.length > DESCRIBED_AT_ONCE)
    throw new InvalidArguments(`names must have 1 to ${DESCRIBED_AT_ONCE} names of tools.`)
  return {
    tools: names.map((name: unknown) => {
      const offered = typeof name === 'string' ? byName.get(name) : undefined
      if (!offered) throw new InvalidArguments(noTool(name))
      const { outputSchema, ...tool } = offered.tool
      return withAnswer === true ? { ...tool, outputSchema } : tool
    }),
  }
}

/** What an assistant learns about a name that is no tool of its profile. */
export function noTool(name: unknown): string {
  return `There is no tool ${typeof name === 'string' ? name.slice(0, 100) : 'without a name'}. operations_search finds those that there are.`
}
