import type { Golden } from '@nameyard/contracts/golden'
import { lifecyclePage } from './domain/lifecycle-page'

/** The goldens of the domains: the life of a domain as people read it. */
export function goldens(): Golden[] {
  return [{ file: 'docs/lifecycle.md', text: lifecyclePage() }]
}
