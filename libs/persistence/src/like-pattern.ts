/**
 * The `LIKE` pattern of a filter in which `*` is the only wildcard: `%`, `_` and `\` are ordinary characters. Without a
 * `*` it matches nothing but itself. Use it with `ilike`.
 */
export function likePattern(pattern: string): string {
  return pattern.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '%')
}
