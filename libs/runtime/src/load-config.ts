import { z } from 'zod'

/** A configuration that cannot be used: names every setting at fault, never its value. */
export class ConfigError extends Error {}

/** Settings every service has. */
export const serviceConfig = z.object({
  /** `postgres://` URL of the platform's database. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** `amqp://` or `amqps://` URL of the broker. */
  AMQP_URL: z.url({ protocol: /^amqps?$/ }),
  /** Port of the health listener (`/healthz`, `/readyz`); 0 takes a free one. */
  HEALTH_PORT: z.coerce.number().int().min(0).max(65535).default(0),
  /** Address the health listener binds. */
  HEALTH_HOST: z.string().default('127.0.0.1'),
  /** Database connections of this process at most. */
  DATABASE_POOL: z.coerce.number().int().min(1).max(100).default(8),
  /** Milliseconds that one SQL statement may take; a write whose caller waits less long has less. */
  DATABASE_STATEMENT_MS: z.coerce.number().int().min(1_000).max(3_600_000).default(30_000),
  /**
   * Milliseconds without an answer after which the database counts as silent: the service then takes no messages, and
   * `/readyz` says `database`, until it answers again.
   */
  DATABASE_SILENCE_MS: z.coerce.number().int().min(100).max(600_000).default(3_000),
  /**
   * Whether the time of this installation may be put ahead, to try out what takes years. Every service must be told the
   * same; never where names are real.
   */
  SANDBOX_CLOCK: z.stringbool().default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})
export type ServiceConfig = z.output<typeof serviceConfig>

/** Reads a service's settings out of the environment; refuses with all faults at once. */
export function loadConfig<Schema extends z.ZodType>(
  schema: Schema,
  environment: Readonly<Record<string, string | undefined>>,
): z.output<Schema> {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new ConfigError(`The configuration is not usable. ${faults.join('; ')}`)
}
