/**
 * Masks the content of every `pw`, `newPW`, `allocationToken` and `token` with as many characters as the schemas require. Works on
 * the text: a message that does not parse may have a password too. Masks up to the next end tag.
 */
export function maskSecrets(message: string): string {
  return message
    .replace(/(<(?:[\w.-]+:)?(?:pw|newPW|allocationToken|token)(?:\s[^<>]*)?(?<!\/)>)[\s\S]*?(?=<\/|$)/g, '$1********')
    .replaceAll('\0', '\uFFFD')
}
