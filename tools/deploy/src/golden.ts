import type { Golden } from '@nameyard/contracts/golden'
import { canRender, renderChart } from './render-chart'

/** The sizes that deploy/helm has values for. */
const sizes = ['small', 'high-availability', '300-registries']

/** Prints the manifests of the chart for each size. Where Go is missing they stay as they are. */
export function goldens(): Golden[] {
  if (!canRender()) {
    process.stderr.write(
      'SKIPPED: the manifests of deploy/helm are not rendered, because Go is missing here (Debian packages golang-go, ' +
        'golang-github-masterminds-sprig-dev, golang-k8s-sigs-yaml-dev)\n',
    )
    return []
  }
  const texts = renderChart(sizes.map((size) => [`deploy/helm/${size}.yaml`]))
  return sizes.map((size, index) => ({ file: `tools/deploy/golden/${size}.yaml`, text: texts[index]! }))
}
