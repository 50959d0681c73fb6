/**
 * Characters of a tag at most. A tag is deleted by a URL, where a character may take nine: the longest takes a seventh of
 * what the head of a request may have.
 */
const LONGEST = 255

/** What is wrong with a tag, or nothing. */
export function tagProblem(value: string): string | undefined {
  return value.length > LONGEST ? `must have at most ${LONGEST} characters` : undefined
}

/** Whether a tag says nothing; such a one is on no list. */
export function isBlank(value: string): boolean {
  return value.trim() === ''
}
