/** What stands in a frame where a secret stood. */
export const MASK = '***'

/**
 * The elements whose content is secret: `pw` and `newPW` of login (also RFC 8807's), `authInfo` of every object, and
 * the token that lets its holder register a reserved name (RFC 8495).
 */
export const secretElements: ReadonlySet<string> = new Set(['pw', 'newPW', 'authInfo', 'allocationToken'])

// Works on text, since frames that do not parse are logged too, and masks to the end where the closing tag never came.
const secret = /<((?:[\w.-]+:)?(?:pw|newPW|authInfo|allocationToken))(\s[^<>]*)?(?<!\/)>[\s\S]*?(?:<\/\1\s*>|$)/g

/** The frame with passwords and authorization information masked, fit for a log or a journal. */
export function redact(frame: string): string {
  return frame.replace(secret, (_match, name: string, attributes = '') => `<${name}${attributes}>${MASK}</${name}>`)
}
