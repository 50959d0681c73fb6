import { readFileSync } from 'node:fs'

/** Where the service is, and as whom the assistant acts. */
export interface Config {
  readonly baseUrl: string
  readonly username: string
  readonly password: string
  /** PEM text of a private authority that signed the service's certificate. */
  readonly ca?: string
}

const required = ['NAMEYARD_URL', 'NAMEYARD_USERNAME', 'NAMEYARD_PASSWORD'] as const

/** Reads the settings out of the environment; names every setting that is missing, never a value. */
export function loadConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const missing = required.filter((name) => !environment[name])
  if (missing.length > 0) throw new Error(`Set ${missing.join(', ')}.`)
  const [baseUrl, username, password] = required.map((name) => environment[name]!) as [string, string, string]
  if (!URL.canParse(baseUrl)) throw new Error('NAMEYARD_URL is not a URL.')
  const ca = environment['NAMEYARD_CA']
  return { baseUrl, username, password, ...(ca && { ca: readFileSync(ca, 'utf8') }) }
}
