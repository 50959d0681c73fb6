import { readFileSync } from 'node:fs'
import { localhostAllowedHostnames } from '@modelcontextprotocol/server'
import type { Right } from '@nameyard/contracts/operation'
import { everyRight } from '@nameyard/contracts/rights'
import type { OAuthSettings } from './authorization'
import { isProfileName, profileNames, type ProfileName } from './profiles'

/** Address of the service, and the authority of its certificate. */
export interface Service {
  readonly baseUrl: string
  /** PEM text of a private authority that signed the service's certificate. */
  readonly ca?: string
}

/** The account of the assistant: a given token, or a login with a scope. */
export type Identity =
  | { readonly token: string }
  | { readonly username: string; readonly password: string; readonly scope?: readonly Right[] }

/** Over standard input and output with an identity of the settings; over HTTP each request contains its own token. */
export type Config =
  | {
      readonly transport: 'stdio'
      readonly service: Service
      readonly identity: Identity
      /** Absent: the profile of an assistant that has chosen none. */
      readonly profile?: ProfileName
    }
  | {
      readonly transport: 'http'
      readonly service: Service
      readonly listener: ListenerSettings
      /** Absent: assistants bring an API key or the token of a login. */
      readonly oauth?: OAuthSettings
      readonly health?: HealthSettings
    }

export interface ListenerSettings {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  /** Names in the `Host` header of requests, in lower case and without a port; other requests are refused. */
  readonly hosts: readonly string[]
  /** Origins of web pages that may send requests; requests of all other pages are refused. */
  readonly origins: readonly string[]
}

/** The listener of `/healthz`, `/readyz` and `/metrics`. */
export interface HealthSettings {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
}

type Environment = Readonly<Record<string, string | undefined>>

const rights: readonly string[] = everyRight

/** Reads the settings from the environment. Error messages name missing settings, never values. */
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
    if (environment.NAMEYARD_PROFILE) throw new Error('Over HTTP the path names the profile: unset NAMEYARD_PROFILE.')
    if (known.length > 0) throw new Error(`Over HTTP each request brings its own token: unset ${known.join(', ')}.`)
    const health = healthOf(environment)
    const oauth = oauthOf(environment)
    const listener = listenerOf(environment, port)
    return { transport: 'http', service, listener, ...(oauth && { oauth }), ...(health && { health }) }
  }
  const profile = profileOf(environment.NAMEYARD_PROFILE)
  const own = { transport: 'stdio', service, ...(profile && { profile }) } as const
  if (token) return { ...own, identity: { token } }
  const scope = scopeOf(environment.NAMEYARD_SCOPE)
  const [username, password] = login.map((name) => environment[name]!) as [string, string]
  return { ...own, identity: { username, password, ...(scope && { scope }) } }
}

function serviceOf({ NAMEYARD_URL: baseUrl = '', NAMEYARD_CA: ca }: Environment): Service {
  if (!URL.canParse(baseUrl)) throw new Error('NAMEYARD_URL is not a URL.')
  return { baseUrl, ...(ca && { ca: readFileSync(ca, 'utf8') }) }
}

/** OAuth needs all of its settings; the first of several secrets is used. */
function oauthOf(environment: Environment): OAuthSettings | undefined {
  const { MCP_PUBLIC_URL: publicUrl = '', NAMEYARD_URL: url = '', PUBLIC_URL: issuer = url } = environment
  const secrets = secretsOf(environment)
  if (!secrets) return undefined
  const secret = words(secrets)[0] ?? ''
  if (secret.length < 32) throw new Error('MCP_SECRET needs at least 32 characters.')
  if (!URL.canParse(publicUrl)) throw new Error('With MCP_SECRET, set MCP_PUBLIC_URL to the URL of this server.')
  if (!URL.canParse(issuer)) throw new Error('PUBLIC_URL is not a URL.')
  return { issuer: new URL(issuer).origin, publicUrl, secret }
}

/** The secrets, or those in a file, so that they need not be in the environment. */
function secretsOf({ MCP_SECRET: text, MCP_SECRET_FILE: file }: Environment): string | undefined {
  if (text && file) throw new Error('Set either MCP_SECRET or MCP_SECRET_FILE.')
  return file ? readFileSync(file, 'utf8') : text
}

function listenerOf(
  {
    MCP_HTTP_HOST: host = '127.0.0.1',
    MCP_HTTP_HOSTS: names = '',
    MCP_HTTP_ORIGINS: origins = '',
    MCP_PUBLIC_URL: publicUrl = '',
  }: Environment,
  port: string,
): ListenerSettings {
  const own = URL.canParse(publicUrl) ? [new URL(publicUrl).hostname] : []
  const hosts = [...localhostAllowedHostnames(), inUrl(host), ...own, ...words(names)].map((each) => each.toLowerCase())
  return { host, port: portOf('MCP_HTTP_PORT', port), hosts: [...new Set(hosts)], origins: words(origins) }
}

/** A host as a URL and a `Host` header have it: an IPv6 address in brackets. */
export function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

function healthOf({ HEALTH_HOST: host = '127.0.0.1', HEALTH_PORT: port }: Environment): HealthSettings | undefined {
  return port ? { host, port: portOf('HEALTH_PORT', port) } : undefined
}

function portOf(name: string, value: string): number {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) throw new Error(`${name} is not a port.`)
  return Number(value)
}

function profileOf(name: string | undefined): ProfileName | undefined {
  if (!name) return undefined
  if (!isProfileName(name)) throw new Error(`NAMEYARD_PROFILE knows ${profileNames.join(', ')}.`)
  return name
}

function scopeOf(list: string | undefined): readonly Right[] | undefined {
  if (!list) return undefined
  const scope = words(list)
  const unknown = scope.filter((word) => !rights.includes(word))
  if (unknown.length > 0) throw new Error(`NAMEYARD_SCOPE knows ${rights.join(', ')}.`)
  return scope as Right[]
}

function words(list: string): string[] {
  return list.split(',').flatMap((word) => word.trim() || [])
}
