/** Attributes of a subject by their OpenSSL names, with their values, in order. */
export type Subject = readonly (readonly [attribute: string, value: string])[]

/** Returns the OpenSSL command that creates the same request. */
export function commandOf(base: string, subject: Subject, names: readonly string[]): string {
  // An unescaped plus sign starts another attribute of the same entry.
  const text = subject.map(([type, value]) => `/${type}=${value.replaceAll(/[\\/+=]/g, String.raw`\$&`)}`).join('')
  return `${base} -utf8 -subj ${quoted(text)} -addext ${quoted(`subjectAltName=${alternatives(names)}`)}`
}

/** Returns the OpenSSL configuration that creates the same request (OpenSSL config(5)). */
export function configOf(bits: number, subject: Subject, names: readonly string[]): string {
  // Quotes, `#` and `$` have a meaning in this format; a backslash escapes them.
  const lines = subject.map(([type, value]) => `${type} = ${value.replaceAll(/[\\#$"'`]/g, String.raw`\$&`)}`)
  return [
    '[req]',
    `default_bits = ${bits}`,
    'default_md = sha256',
    'prompt = no',
    'utf8 = yes',
    'string_mask = utf8only',
    'distinguished_name = subject',
    'req_extensions = extensions',
    '',
    '[subject]',
    ...lines,
    '',
    '[extensions]',
    `subjectAltName = ${alternatives(names)}`,
    '',
  ].join('\n')
}

function alternatives(names: readonly string[]): string {
  return names.map((name) => `DNS:${name}`).join(',')
}

/** Quotes a text for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
