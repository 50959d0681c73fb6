import { accountEvents } from '@nameyard/contracts/account-events'
import type { Golden } from '@nameyard/contracts/golden'
import { routes } from '@nameyard/contracts/operations'
import { asyncApi } from './docs/asyncapi'
import { errorCatalogue } from './docs/error-catalogue'
import { openApi } from './docs/openapi'
import { roleTable } from './docs/role-table'

/** The goldens of the gateway: the descriptions of the API and its events, the catalogue of errors and the table of roles. */
export function goldens(): Golden[] {
  return [
    { file: 'apps/gateway/golden/openapi.json', text: `${JSON.stringify(openApi(routes), null, 2)}\n` },
    { file: 'apps/gateway/golden/asyncapi.json', text: `${JSON.stringify(asyncApi(accountEvents), null, 2)}\n` },
    { file: 'docs/errors.md', text: errorCatalogue(routes) },
    { file: 'docs/roles.md', text: roleTable(routes) },
  ]
}
