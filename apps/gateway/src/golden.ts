import type { Golden } from '@nameyard/contracts/golden'
import { errorCatalogue } from './docs/error-catalogue'
import { openApi } from './http/openapi'
import { mounted } from './mounted'

/** The goldens of the edge: what it tells its clients about itself. */
export function goldens(): Golden[] {
  return [
    { file: 'apps/gateway/golden/openapi.json', text: `${JSON.stringify(openApi(mounted), null, 2)}\n` },
    { file: 'docs/errors.md', text: errorCatalogue(mounted) },
  ]
}
