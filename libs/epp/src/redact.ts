/** Replaces a secret in a frame. */
export const MASK = '***'

/**
 * The elements with secret content: `pw` and `newPW` of login (also of RFC 8807), `authInfo` of every object, and the token
 * for a reserved name (RFC 8495).
 */
export const secretElements: ReadonlySet<string> = new Set(['pw', 'newPW', 'authInfo', 'allocationToken'])

// Works on text, since unreadable frames are logged too. Without a closing tag, everything to the end is masked.
const secret = /<((?:[\w.-]+:)?(?:pw|newPW|authInfo|allocationToken))(\s[^<>]*)?(?<!\/)>[\s\S]*?(?:<\/\1\s*>|$)/g

/** The frame with passwords and authorization information masked, fit for a log or a journal. */
export function redact(frame: string): string {
  return frame.replace(secret, (_match, name: string, attributes = '') => `<${name}${attributes}>${MASK}</${name}>`)
}

const person =
  /<((?:[\w.-]+:)?(?:name|org|street|city|sp|pc|voice|fax|email))(\s[^<>]*)?(?<!\/)>[\s\S]*?(?:<\/\1\s*>|$)/g

/** The frame of a contact (RFC 5733) with the data of the person masked: all but the identifier and the country. */
export function redactPerson(frame: string): string {
  return frame.replace(person, (_match, name: string, attributes = '') => `<${name}${attributes}>${MASK}</${name}>`)
}
