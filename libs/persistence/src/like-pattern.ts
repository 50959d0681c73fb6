import { sql, type Sql } from './statement'

/**
 * The `LIKE` pattern of a filter in which `*` is the only wildcard: `%`, `_` and `\` are ordinary characters. Without a
 * `*` it matches only itself.
 */
export function likePattern(pattern: string): string {
  return pattern.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '%')
}

/**
 * The condition that a column matches a filter's pattern. Without a `*` it is plain equality, which keeps the order of
 * an index. `stored` turns the pattern into the form of the column, such as lower case.
 */
export function matches(column: Sql, pattern: string, stored: (text: string) => Sql = (text) => sql`${text}`): Sql {
  return pattern.includes('*')
    ? sql`${column} like ${stored(likePattern(pattern))}`
    : sql`${column} = ${stored(pattern)}`
}

/** Whether a pattern excludes no row: it consists of stars. */
export function matchesAll(pattern: string): boolean {
  return /^\*+$/.test(pattern)
}

/**
 * Whether a trigram index finds few rows for a pattern: it has three letters or digits in a row, or two at the beginning
 * or end of a word. Shorter pieces match too many trigrams.
 */
export function isSelective(pattern: string): boolean {
  return SELECTIVE.test(pattern)
}

const SELECTIVE = /[\p{L}\p{N}]{3}|(?:^|[^*\p{L}\p{N}])[\p{L}\p{N}]{2}|[\p{L}\p{N}]{2}(?:$|[^*\p{L}\p{N}])/u
