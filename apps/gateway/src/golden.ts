import type { Golden } from '@nameyard/contracts/golden'
import { routes } from '@nameyard/contracts/operations'
import { errorCatalogue } from './docs/error-catalogue'
import { openApi } from './docs/openapi'

/** The goldens of the gateway: the API description and the catalogue of errors. */
export function goldens(): Golden[] {
  return [
    { file: 'apps/gateway/golden/openapi.json', text: `${JSON.stringify(openApi(routes), null, 2)}\n` },
    { file: 'docs/errors.md', text: errorCatalogue(routes) },
  ]
}
