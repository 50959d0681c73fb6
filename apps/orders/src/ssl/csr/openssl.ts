/** Attributes of a subject as OpenSSL calls them, with their values, in their order. */
export type Subject = readonly (readonly [attribute: string, value: string])[]

/** What makes the same request with OpenSSL, all of it on the command line. */
export function commandOf(base: string, subject: Subject, names: readonly string[]): string {
  // A plus sign would begin another attribute of the same entry.
  const text = subject.map(([type, value]) => `/${type}=${value.replaceAll(/[\\/+=]/g, String.raw`\$&`)}`).join('')
  return `${base} -utf8 -subj ${quoted(text)} -addext ${quoted(`subjectAltName=${alternatives(names)}`)}`
}

/** A configuration of OpenSSL from which it makes the same request (OpenSSL config(5)). */
export function configOf(bits: number, subject: Subject, names: readonly string[]): string {
  // Quotes, comments and variables are those of the format, and mean themselves behind a backslash.
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

/** For a shell: nothing in it is read as anything but text. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
