import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'

export const root = resolve(__dirname, '../../..')

export const sizes = ['small', 'high-availability', '300-registries'] as const

export interface Container {
  readonly env: readonly { readonly name: string; readonly value?: string }[]
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[]
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[]
}

/** The parts of a Kubernetes object that the tests read. */
export interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> }
  readonly spec: {
    readonly replicas?: number
    readonly maxReplicaCount?: number
    readonly scaleTargetRef?: { readonly name: string }
    readonly triggers?: readonly { readonly metadata: Readonly<Record<string, string>> }[]
    readonly template: {
      readonly spec: {
        readonly containers: readonly Container[]
        readonly volumes: readonly { readonly name: string; readonly secret?: { readonly secretName: string } }[]
      }
    }
  }
}

export const goldenFile = (size: string) => join(root, `tools/deploy/golden/${size}.yaml`)

/** The objects of a golden. */
export const manifestsOf = (size: string): Manifest[] =>
  parseAllDocuments(readFileSync(goldenFile(size), 'utf8')).flatMap(
    (document) => (document.toJS() as Manifest | null) ?? [],
  )

export const componentOf = ({ metadata }: Manifest) => metadata.labels['app.kubernetes.io/component']!

interface Values {
  [key: string]: unknown
}
const isMap = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The values as Helm merges them: maps are merged, all else is replaced. */
function merged(base: Values, over: Values): Values {
  const result = { ...base }
  for (const [key, value] of Object.entries(over)) {
    const old = result[key]
    result[key] = isMap(value) && isMap(old) ? merged(old, value) : value
  }
  return result
}

const read = (file: string) => parse(readFileSync(join(root, 'deploy/helm', file), 'utf8')) as Values

/** The values of the chart alone, or of the chart with those of a size. */
export const valuesOf = (size?: string): Values => {
  const base = read('nameyard/values.yaml')
  return size === undefined ? base : merged(base, read(`${size}.yaml`))
}

/** The faults of files, and of texts that are stored as files, by the validator; one process for all. */
export function faultsOf(files: readonly string[], texts: Readonly<Record<string, string>>): Record<string, string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-manifests-'))
  const stored = Object.entries(texts).map(([name, text]) => {
    const file = join(folder, name)
    writeFileSync(file, text)
    return [name, file] as const
  })
  const words = [join(root, 'tools/deploy/validate.mjs'), '--json', ...files, ...stored.map(([, file]) => file)]
  const faults = JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' })) as Record<string, string[]>
  return { ...faults, ...Object.fromEntries(stored.map(([name, file]) => [name, faults[file]!])) }
}
