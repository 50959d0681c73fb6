import { applications, type ApplicationName } from '../platform/applications'
import type { Environment } from '../platform/settings'
import { CannotStart } from './cannot-start'

/** Settings that a start derives, or reads itself, for all applications together. */
const OURS: ReadonlySet<string> = new Set([
  'AMQP_URL',
  'DATABASE_POOL',
  'DATABASE_URL',
  'DNS_PORT',
  'GATEWAY_HTTPS_PORT',
  'HEALTH_HOST',
  'HEALTH_PORT',
  'LOG_LEVEL',
  'SANDBOX_CLOCK',
  'SANDBOX_CONTROL_PORT',
  'SANDBOX_EPP_PORT',
])

/** What names of settings begin with, where a name that nobody reads is a mistake. */
const NAMESPACE = /^(AMQP|DATABASE|DMARC|DNS|DNSSEC|GATEWAY|MAIL|POWERDNS|PROOF|REGISTRY|SANDBOX)_/

interface ReadSchema {
  readonly shape?: object
  /** Of a schema that changes what it has read. */
  readonly in?: ReadSchema
}

const fieldsOf = ({ shape, in: read }: ReadSchema): string[] =>
  shape ? Object.keys(shape) : read === undefined ? [] : fieldsOf(read)

const namesOf = ({ config }: (typeof applications)[number]): string[] => fieldsOf(config as unknown as ReadSchema)

/**
 * The settings of each application that the environment names. Refuses a name in the namespaces of the platform that no
 * application reads: it is a typing error, and would otherwise have no effect without a word.
 */
export function settingsGiven(
  environment: Readonly<Record<string, string | undefined>>,
): Partial<Record<ApplicationName, Environment>> {
  const known = new Set([...OURS, ...applications.flatMap(namesOf)])
  for (const [name, value] of Object.entries(environment)) {
    if (!value || !NAMESPACE.test(name) || known.has(name)) continue
    throw new CannotStart(`${name} is not a setting: do you mean ${nearest(name, known)}? Unset it, or correct it.`)
  }
  return Object.fromEntries(
    applications.map((application) => [
      application.name,
      Object.fromEntries(
        namesOf(application).flatMap((name) => {
          const value = environment[name]
          return value && !OURS.has(name) ? [[name, value]] : []
        }),
      ),
    ]),
  )
}

function nearest(name: string, known: Iterable<string>): string {
  return [...known].map((each) => [distance(name, each), each] as const).sort(([a], [b]) => a - b)[0]![1]
}

/** The number of letters to insert, delete or replace (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
    row = next
  }
  return row[b.length]!
}
