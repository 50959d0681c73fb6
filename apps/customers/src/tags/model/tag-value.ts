/**
 * Maximum characters of a tag. A tag is deleted by a URL, where one character may need nine octets. The longest tag takes
 * a seventh of the allowed request head.
 */
const LONGEST = 255

/** Returns the problem of a tag; undefined when it is valid. */
export function tagProblem(value: string): string | undefined {
  return value.length > LONGEST ? `must have at most ${LONGEST} characters` : undefined
}

/** Returns whether a tag is blank. Blank tags are not stored. */
export function isBlank(value: string): boolean {
  return value.trim() === ''
}
