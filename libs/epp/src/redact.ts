/** Replaces a secret in a frame. */
export const MASK = '***'

/**
 * The elements with secret content: `pw` and `newPW` of login (also of RFC 8807), `authInfo` of every object, and the token
 * for a reserved name (RFC 8495), and tokens that registries mail to holders.
 */
export const secretElements: ReadonlySet<string> = new Set(['pw', 'newPW', 'authInfo', 'allocationToken', 'token'])

// Works on text, since unreadable frames are logged too. Without a closing tag, everything to the end is masked.
const secret = /<((?:[\w.-]+:)?(?:pw|newPW|authInfo|allocationToken|token))(\s[^<>]*)?(?<!\/)>[\s\S]*?(?:<\/\1\s*>|$)/g

/** The frame with passwords and authorization information masked, fit for a log or a journal. */
export function redact(frame: string): string {
  return frame.replace(secret, (_match, name: string, attributes = '') => `<${name}${attributes}>${MASK}</${name}>`)
}

// The second line has the fields of registries: names apart, births, numbers of people, further ways to reach them.
const person = new RegExp(
  '<((?:[\\w.-]+:)?(?:name|org|street|city|sp|pc|voice|fax|email' +
    '|firstName|birth(?:Date|City|Pc|Cc)|orgno|identity|regCode|mobile[pP]hone|secondaryEmail))' +
    '(\\s[^<>]*)?(?<!\\/)>[\\s\\S]*?(?:<\\/\\1\\s*>|$)',
  'g',
)

/** The frame of a contact (RFC 5733) with the data of the person masked: all but the identifier and the country. */
export function redactPerson(frame: string): string {
  return frame.replace(person, (_match, name: string, attributes = '') => `<${name}${attributes}>${MASK}</${name}>`)
}
