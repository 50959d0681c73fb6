import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'

export const root = resolve(__dirname, '../../..')

type Condition = 'service_started' | 'service_healthy' | 'service_completed_successfully'

/** The parts of a service in the compose specification that our file uses. */
export interface ComposeService {
  readonly image?: string
  readonly build?: { readonly context: string; readonly dockerfile: string; readonly args: { readonly APP: string } }
  readonly entrypoint?: readonly string[]
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string | number>>
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: Condition }>>
  readonly healthcheck?: { readonly disable?: boolean; readonly test?: readonly string[] }
  readonly network_mode?: string
  readonly networks?: { readonly default: { readonly ipv4_address: string } }
  readonly profiles?: readonly string[]
  readonly [key: string]: unknown
}

export interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly volumes: Readonly<Record<string, unknown>>
  readonly [key: string]: unknown
}

export const composeText = readFileSync(join(root, 'docker/compose.yaml'), 'utf8')

/** The file as Compose reads it: merge keys resolved. */
export const compose = parse(composeText, { merge: true }) as Compose

/** `docker/.env.example` as variables. */
export const exampleEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  readFileSync(join(root, 'docker/.env.example'), 'utf8')
    .split('\n')
    .filter((line) => /^\w+=/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
)

/** What Compose puts in the place of `${NAME}`, `${NAME:-default}` and `${NAME:?}`. */
export function interpolate(value: string | number): string {
  return String(value).replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, operator, text: string) => {
    const known = exampleEnvironment[name]
    if (known) return known
    if (operator === '-') return text
    throw new Error(`${name} is not in docker/.env.example`)
  })
}

/** Environment of a service, ready to be given to it. */
export const environmentOf = (service: ComposeService): Record<string, string> =>
  Object.fromEntries(Object.entries(service.environment ?? {}).map(([name, value]) => [name, interpolate(value)]))
