import { readFileSync } from 'node:fs'
import type { Effect } from '@nameyard/contracts/operation'

/** Where the service is. */
export interface Service {
  readonly baseUrl: string
  /** PEM text of a private authority that signed the service's certificate. */
  readonly ca?: string
}

/** As whom the assistant acts: by a token that somebody else keeps, or by a login with a scope. */
export type Identity =
  | { readonly token: string }
  | { readonly username: string; readonly password: string; readonly scope?: readonly Effect[] }

/** Over standard input and output with an identity of the settings; over HTTP each request brings its own token. */
export type Config =
  | { readonly transport: 'stdio'; readonly service: Service; readonly identity: Identity }
  | { readonly transport: 'http'; readonly service: Service; readonly door: Door }

export interface Door {
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  /** Where web pages that may ask come from; requests of all other pages are refused. */
  readonly origins: readonly string[]
}

type Environment = Readonly<Record<string, string | undefined>>

const effects: readonly string[] = ['read', 'write', 'purchase'] satisfies Effect[]

/** Reads the settings out of the environment; names every setting that is missing, never a value. */
export function loadConfig(environment: Environment): Config {
  const port = environment.MCP_HTTP_PORT
  const token = environment.NAMEYARD_TOKEN
  const login = ['NAMEYARD_USERNAME', 'NAMEYARD_PASSWORD']
  const required = ['NAMEYARD_URL', ...(port || token ? [] : login)]
  const missing = required.filter((name) => !environment[name])
  if (missing.length > 0) throw new Error(`Set ${missing.join(', ')}.`)
  const service = serviceOf(environment)
  if (port) {
    const known = ['NAMEYARD_TOKEN', ...login].filter((name) => environment[name])
    if (known.length > 0) throw new Error(`Over HTTP each request brings its own token: unset ${known.join(', ')}.`)
    return { transport: 'http', service, door: doorOf(environment, port) }
  }
  if (token) return { transport: 'stdio', service, identity: { token } }
  const scope = scopeOf(environment.NAMEYARD_SCOPE)
  const [username, password] = login.map((name) => environment[name]!) as [string, string]
  return { transport: 'stdio', service, identity: { username, password, ...(scope && { scope }) } }
}

function serviceOf({ NAMEYARD_URL: baseUrl = '', NAMEYARD_CA: ca }: Environment): Service {
  if (!URL.canParse(baseUrl)) throw new Error('NAMEYARD_URL is not a URL.')
  return { baseUrl, ...(ca && { ca: readFileSync(ca, 'utf8') }) }
}

function doorOf(
  { MCP_HTTP_HOST: host = '127.0.0.1', MCP_HTTP_ORIGINS: origins = '' }: Environment,
  port: string,
): Door {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new Error('MCP_HTTP_PORT is not a port.')
  return { host, port: Number(port), origins: words(origins) }
}

function scopeOf(list: string | undefined): readonly Effect[] | undefined {
  if (!list) return undefined
  const scope = words(list)
  const unknown = scope.filter((word) => !effects.includes(word))
  if (unknown.length > 0) throw new Error(`NAMEYARD_SCOPE knows ${effects.join(', ')}.`)
  return scope as Effect[]
}

function words(list: string): string[] {
  return list.split(',').flatMap((word) => word.trim() || [])
}
