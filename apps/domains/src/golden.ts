import type { Golden } from '@nameyard/contracts/golden'
import { lifecyclePage } from './lifecycle/lifecycle-page'

/** The goldens of this service: the page about the lifecycle of a domain. */
export function goldens(): Golden[] {
  return [{ file: 'docs/lifecycle.md', text: lifecyclePage() }]
}
