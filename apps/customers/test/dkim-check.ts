import { createHash, createPublicKey, verify } from 'node:crypto'

/**
 * Checks the DKIM signature of a message with CRLF as RFC 6376 section 6.1 says, with code of its own. Returns the tags of the
 * signature. Throws when it is not one of `rsa-sha256` with relaxed canonicalization, or not valid.
 * @param record the TXT record of the key, such as `v=DKIM1; k=rsa; p=…`.
 */
export function checkDkim(message: string, record: string): Readonly<Record<string, string>> {
  const end = message.indexOf('\r\n\r\n')
  const fields = message.slice(0, end).split(/\r\n(?![ \t])/)
  const signature = fields.find((field) => /^dkim-signature:/i.test(field))
  if (signature === undefined) throw new Error('there is no signature')
  const tags = tagsOf(signature.slice(signature.indexOf(':') + 1))
  if (tags.v !== '1' || tags.a !== 'rsa-sha256' || tags.c !== 'relaxed/relaxed') throw new Error('another algorithm')
  const hash = createHash('sha256').update(relaxedBody(message.slice(end + 4)))
  if (hash.digest('base64') !== tags.bh) throw new Error('another body')
  // Fields of the same name are taken from the bottom up; a field that is not there counts as nothing (section 5.4.2).
  const left = [...fields]
  const signed = tags.h!.split(':').flatMap((name) => {
    const at = left.findLastIndex((field) => field.toLowerCase().startsWith(`${name.trim().toLowerCase()}:`))
    return at < 0 ? [] : left.splice(at, 1)
  })
  const unsigned = signature.replace(/([;\s]b=)[^;]*/, '$1')
  const data = [...signed.map(relaxedField), relaxedField(unsigned)].join('\r\n')
  const key = createPublicKey({ key: Buffer.from(tagsOf(record).p!, 'base64'), format: 'der', type: 'spki' })
  if (!verify('sha256', Buffer.from(data), key, Buffer.from(tags.b!, 'base64'))) throw new Error('another signature')
  return tags
}

function tagsOf(list: string): Record<string, string> {
  const tags = list.split(';').flatMap((each) => {
    const at = each.indexOf('=')
    return at < 0 ? [] : [[each.slice(0, at).trim(), each.slice(at + 1).replaceAll(/\s+/g, '')]]
  })
  return Object.fromEntries(tags)
}

/** Section 3.4.2. */
function relaxedField(field: string): string {
  const at = field.indexOf(':')
  const value = field.slice(at + 1).replaceAll('\r\n', '')
  return `${field.slice(0, at).trim().toLowerCase()}:${value.replaceAll(/[ \t]+/g, ' ').trim()}`
}

/** Section 3.4.4. */
function relaxedBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replaceAll(/[ \t]+/g, ' ').replace(/ $/, ''))
  while (lines.at(-1) === '') lines.pop()
  return lines.length === 0 ? '' : `${lines.join('\r\n')}\r\n`
}
