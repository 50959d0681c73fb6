import type { Golden } from '@nameyard/contracts/golden'
import { openApi } from './http/openapi'
import { mounted } from './mounted'

/** The goldens of the edge: what it tells its clients about itself. */
export function goldens(): Golden[] {
  return [{ file: 'apps/gateway/golden/openapi.json', text: `${JSON.stringify(openApi(mounted), null, 2)}\n` }]
}
