import { settingNames } from '@nameyard/runtime/load-config'
import { applications, type ApplicationName } from '../platform/applications'
import type { Environment } from '../platform/settings'
import { CannotStart } from './cannot-start'

/** Settings that `npm start` derives or reads itself, for all applications. */
const OURS: ReadonlySet<string> = new Set([
  'AMQP_URL',
  'DATABASE_POOL',
  'DATABASE_URL',
  'DNS_PORT',
  'GATEWAY_HTTPS_PORT',
  'HEALTH_HOST',
  'HEALTH_PORT',
  'LOG_LEVEL',
  'MAIL_PAGE_PORT',
  'SANDBOX',
  'SANDBOX_CLOCK',
  'SANDBOX_CONTROL_PORT',
  'SANDBOX_EPP_PORT',
  'SANDBOX_RRI_PORT',
])

/** Prefixes of settings: a name with one of them that no application reads is a mistake. */
const NAMESPACE = /^(AMQP|DATABASE|DMARC|DNS|DNSSEC|GATEWAY|MAIL|POWERDNS|PROOF|REGISTRY|SANDBOX)_/

/** The servers of a start have a whole URL each, so their passwords are no settings of it. */
const namesOf = ({ config }: (typeof applications)[number]): string[] =>
  settingNames(config)
    .filter((name) => !/^(AMQP|DATABASE)_PASSWORD$/.test(name))
    .flatMap((name) => (OURS.has(name) ? [name] : [name, `${name}_FILE`]))

/**
 * Returns the settings of each application that the environment sets. Refuses a name with a prefix of the platform that
 * no application reads: it is probably misspelt, and would silently have no effect.
 */
export function settingsGiven(
  environment: Readonly<Record<string, string | undefined>>,
): Partial<Record<ApplicationName, Environment>> {
  const known = new Set([...OURS, ...applications.flatMap(namesOf)])
  for (const [name, value] of Object.entries(environment)) {
    if (!value || !NAMESPACE.test(name) || known.has(name)) continue
    throw new CannotStart(
      `${name} is not a setting; the nearest one is ${nearest(name, known)}: correct it or unset it.`,
    )
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

/** The number of letters to insert, delete or replace (Levenshtein distance). */
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
