import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'

export const root = resolve(__dirname, '../../..')

type Condition = 'service_started' | 'service_healthy' | 'service_completed_successfully'

/** The parts of a service in the compose specification that our file uses. */
export interface ComposeService {
  readonly image?: string
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly entrypoint?: readonly string[]
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string | number>>
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: Condition }>>
  readonly healthcheck?: { readonly disable?: boolean; readonly test?: readonly string[] }
  readonly network_mode?: string
  readonly networks?: readonly string[] | Readonly<Record<string, { readonly ipv4_address?: string }>>
  readonly secrets?: readonly (string | { readonly source: string; readonly target: string })[]
  readonly configs?: readonly { readonly source: string; readonly target: string }[]
  readonly deploy?: { readonly replicas: number }
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly cap_add?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly profiles?: readonly string[]
  readonly [key: string]: unknown
}

export interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly volumes: Readonly<Record<string, unknown>>
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>
  readonly configs: Readonly<Record<string, { readonly file: string }>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
  readonly [key: string]: unknown
}

export const composeText = readFileSync(join(root, 'docker/compose.yaml'), 'utf8')

/** The file as Compose reads it: merge keys resolved. */
export const compose = parse(composeText, { merge: true }) as Compose

/** A folder with the secrets that `docker/secrets.mjs` makes; the operating system removes it. */
export const secretsFolder = mkdtempSync(join(tmpdir(), 'nameyard-secrets-'))
execFileSync(process.execPath, [join(root, 'docker/secrets.mjs'), secretsFolder])
export const madeSecrets = readdirSync(secretsFolder)

/** The secrets of a service, by name. */
export const secretsOf = ({ secrets = [] }: ComposeService): string[] =>
  secrets.map((secret) => (typeof secret === 'string' ? secret : secret.source))

export const networksOf = ({ networks = [] }: ComposeService): string[] =>
  Array.isArray(networks) ? [...(networks as readonly string[])] : Object.keys(networks)

/** The value as the program in the container sees it: `${NAME:-default}` replaced, files of secrets where they are here. */
const seen = (value: string | number): string =>
  String(value)
    .replace(/\$\{\w+:-([^}]*)\}/g, '$1')
    .replace(/^\/run\/secrets(?=\/|$)/, secretsFolder)

/** Returns the environment of a service as its program sees it. */
export const environmentOf = (service: ComposeService): Record<string, string> =>
  Object.fromEntries(Object.entries(service.environment ?? {}).map(([name, value]) => [name, seen(value)]))
