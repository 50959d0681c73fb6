import type { Golden } from '@nameyard/contracts/golden'
import { routes } from '@nameyard/contracts/operations'
import { errorCatalogue } from './docs/error-catalogue'
import { openApi } from './docs/openapi'
import { roleTable } from './docs/role-table'

/** The goldens of the gateway: the API description, the catalogue of errors and the table of roles. */
export function goldens(): Golden[] {
  return [
    { file: 'apps/gateway/golden/openapi.json', text: `${JSON.stringify(openApi(routes), null, 2)}\n` },
    { file: 'docs/errors.md', text: errorCatalogue(routes) },
    { file: 'docs/roles.md', text: roleTable(routes) },
  ]
}
