import type { RoutedOperation } from '@nameyard/contracts/operations'
import { replaceFields } from '@nameyard/contracts/primitives/marked-fields'
import { secretPaths } from '@nameyard/contracts/primitives/secret'

/** What an assistant reads in place of a secret. */
export const MASK = '[masked]'

/**
 * Masks the secrets of an answer, in place. Returns what the assistant tells its user: which fields are masked, and how a
 * person gets them. Returns nothing if the answer has none.
 */
export function masked(operation: RoutedOperation, answer: unknown): string | undefined {
  const names = new Set<string>()
  replaceFields(answer, secretPaths(operation.result), (value, name) => {
    // An empty text is the answer to a token without the right `transfer-codes`, and no secret.
    if (value === '' || value === null || value === undefined) return value
    names.add(name)
    return MASK
  })
  if (names.size === 0) return undefined
  return `Masked in this profile: ${[...names].join(', ')}. This assistant cannot see them. A person gets them over HTTPS with a login of their own: ${operation.method} ${operation.path}.`
}
