/**
 * A message for the log, with the content of every `pw`, `newPW` and `allocationToken` replaced, by as many characters
 * as the schemas want of a password. Works on the text and not on the parsed tree, because a message that does not
 * parse may hold a password as well: everything up to the next end tag goes.
 */
export function maskSecrets(message: string): string {
  return message
    .replace(/(<(?:[\w.-]+:)?(?:pw|newPW|allocationToken)(?:\s[^<>]*)?(?<!\/)>)[\s\S]*?(?=<\/|$)/g, '$1********')
    .replaceAll('\0', '\uFFFD')
}
