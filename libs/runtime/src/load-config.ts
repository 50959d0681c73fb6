import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { readPublicKeys } from '@nameyard/messaging/actor-keys'
import { tracingSettings } from '@nameyard/tracing/settings'

/** Invalid settings. The message names every invalid setting, never its value. */
export class ConfigError extends Error {}

/** Settings of every service. */
export const serviceConfig = z.object({
  /** `postgres://` URL of the platform's database. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** `amqp://` or `amqps://` URL of the broker. */
  AMQP_URL: z.url({ protocol: /^amqps?$/ }),
  /**
   * Whether the broker has the users, queues and permissions of `docker/rabbitmq-definitions.json`. The service then
   * declares none, and takes commands and events only from services that may send them.
   */
  AMQP_FIXED_TOPOLOGY: z.stringbool().default(false),
  /**
   * Ed25519 public keys in PEM, one after the other, with which the customers service signs who makes a request. Requests
   * with another signature are refused. During a rotation the next and the former key are listed too.
   */
  ACTOR_KEYS: z.string().transform((text, context) => {
    const keys = readPublicKeys(text)
    if (keys) return keys
    context.addIssue({ code: 'custom', message: 'must be Ed25519 public keys in PEM' })
    return z.NEVER
  }),
  /** Port of the health listener (`/healthz`, `/readyz`); 0 for any free port. */
  HEALTH_PORT: z.coerce.number().int().min(0).max(65535).default(0),
  /** Address the health listener binds. */
  HEALTH_HOST: z.string().default('127.0.0.1'),
  /** Maximum number of database connections of this process. */
  DATABASE_POOL: z.coerce.number().int().min(1).max(100).default(8),
  /** Milliseconds that one SQL statement may take; a write has less if its caller waits less long. */
  DATABASE_STATEMENT_MS: z.coerce.number().int().min(1_000).max(3_600_000).default(30_000),
  /**
   * Milliseconds without an answer after which the database counts as silent. The service then accepts no messages, and
   * `/readyz` names `database`, until the database answers again.
   */
  DATABASE_SILENCE_MS: z.coerce.number().int().min(100).max(600_000).default(3_000),
  /**
   * Whether the sandbox registry serves the extensions that have no account at a real registry. All services need the same
   * value. Without it nothing is sent to a sandbox, and an extension without an account is not sold.
   */
  SANDBOX: z.stringbool().default(false),
  /**
   * Whether the time of this installation can be put ahead, to test processes that take years. All services need the
   * same value. Never set it for real domain names.
   */
  SANDBOX_CLOCK: z.stringbool().default(false),
  ...tracingSettings,
  /** Milliseconds from which on a request is logged as slow. */
  SLOW_REQUEST_MS: z.coerce.number().int().min(1).max(3_600_000).default(1_000),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})
export type ServiceConfig = z.output<typeof serviceConfig>

/** Settings that are put into a URL, so that a password can be in a file of its own. */
const passwords = { DATABASE_PASSWORD: 'DATABASE_URL', AMQP_PASSWORD: 'AMQP_URL' } as const

/** The values of the example files and pages: everybody knows them. */
const EXAMPLE = /change-me|:\/\/[^/@:]+:secret@/

interface ReadSchema {
  readonly shape?: object
  /** Set for a schema that transforms its input. */
  readonly in?: ReadSchema
}

const fieldsOf = ({ shape, in: read }: ReadSchema): string[] =>
  shape ? Object.keys(shape) : read === undefined ? [] : fieldsOf(read)

/** The names of all settings of a schema. */
export function settingNames(schema: z.ZodType): string[] {
  const fields = fieldsOf(schema as unknown as ReadSchema)
  const added = Object.entries(passwords).flatMap(([password, url]) => (fields.includes(url) ? [password] : []))
  return [...fields, ...added]
}

/**
 * Reads the settings of a service from the environment. `NAME_FILE` is the path of a file that contains the value of
 * `NAME`, for secrets, unless it is a setting itself. Throws a ConfigError that lists all faults; a value of an example is one.
 */
export function loadConfig<Schema extends z.ZodType>(
  schema: Schema,
  environment: Readonly<Record<string, string | undefined>>,
): z.output<Schema> {
  const faults: string[] = []
  const given: Record<string, string> = {}
  const names = settingNames(schema)
  for (const name of names) {
    // A setting of its own may have that name: REGISTRY_ACCOUNTS_FILE has no value of REGISTRY_ACCOUNTS.
    const isInFile = !names.includes(`${name}_FILE`)
    const value = environment[name] || (isInFile ? fromFile(name, environment, faults) : undefined)
    if (value) given[name] = value
    if (value && EXAMPLE.test(value)) faults.push(`${name}: is the value of an example: make a random one`)
  }
  for (const [password, url] of Object.entries(passwords)) {
    if (given[password] !== undefined && URL.canParse(given[url] ?? '')) {
      given[url] = withPassword(given[url]!, given[password])
    }
    delete given[password]
  }
  const parsed = schema.safeParse(given)
  if (parsed.success && faults.length === 0) return parsed.data
  const issues = parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
  throw new ConfigError(`The configuration is not usable. ${[...faults, ...issues].join('; ')}`)
}

function fromFile(
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
  faults: string[],
): string | undefined {
  const file = environment[`${name}_FILE`]
  if (!file) return undefined
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    faults.push(`${name}_FILE: cannot be read (${(error as NodeJS.ErrnoException).code})`)
    return undefined
  }
}

function withPassword(url: string, password: string): string {
  const parsed = new URL(url)
  parsed.password = encodeURIComponent(password)
  return parsed.href
}
