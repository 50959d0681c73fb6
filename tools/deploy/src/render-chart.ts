import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(__dirname, '../../..')

/** Where Debian installs the sources of Go packages. */
const GO_PATH = '/usr/share/gocode'

/** Whether charts can be rendered here: with Go and the packages that `render.go` names. */
export const canRender = (): boolean =>
  existsSync('/usr/bin/go') &&
  ['github.com/Masterminds/sprig', 'sigs.k8s.io/yaml'].every((name) => existsSync(join(GO_PATH, 'src', name)))

/** Renders the chart once for each list of files with values, as `helm template` would. */
export function renderChart(lists: readonly (readonly string[])[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-render-'))
  try {
    const program = join(folder, 'render')
    const env = { ...process.env, GO111MODULE: 'off', GOPATH: GO_PATH, GOFLAGS: '' }
    execFileSync('/usr/bin/go', ['build', '-o', program, join(root, 'tools/deploy/render.go')], { env })
    return lists.map((files) => {
      const words = [join(root, 'deploy/helm/nameyard'), 'nameyard', ...files.map((file) => resolve(root, file))]
      return execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 26 })
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
