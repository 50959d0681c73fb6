import type { Golden } from '@nameyard/contracts/golden'
import { api } from './api'
import { printDashboard } from './dashboard'
import { moneyAndProducts } from './money-and-products'
import { nameServers } from './name-servers'
import { overview } from './overview'
import { platform } from './platform'
import { registries } from './registries'

/** Prints the dashboards for Grafana. */
export function goldens(): Golden[] {
  return [overview, api, registries, nameServers, moneyAndProducts, platform].map((dashboard) => ({
    file: `deploy/observability/dashboards/${dashboard.name}.json`,
    text: printDashboard(dashboard),
  }))
}
