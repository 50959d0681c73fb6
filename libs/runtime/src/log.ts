import type { LoggerService } from '@nestjs/common'
import { pino, type DestinationStream, type Logger } from 'pino'
import { workFields } from '@nameyard/tracing/work'

/**
 * Keys whose values are never logged, at any depth and in any spelling: auth_code, authCode, REGISTRY_PASSWORD. The
 * URLs of database and broker contain a password. EPP transcripts have their own redaction.
 */
const SECRET =
  /(?:password|secret|token|privatekey|authinfo|authcode|authorization|cookie|databaseurl|amqpurl)$|^(?:pw|newpw)$/

const CENSORED = '[secret]'

/** Deeper than any object that is logged on purpose. Deeper values are left out, which also ends cycles. */
const DEPTH = 8

export type Log = Logger

/**
 * Creates the log of one service: JSON lines with its name and what the line belongs to (request, trace, account,
 * operation), without secrets. By default on standard output.
 */
export function createLog(service: string, level: string, destination?: DestinationStream): Log {
  const options = {
    name: service,
    level,
    mixin: workFields,
    formatters: { log: (fields: object) => censored(fields, 0) as Record<string, unknown> },
    serializers: { err: loggedError },
  }
  return destination ? pino(options, destination) : pino(options)
}

function censored(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error || value instanceof Date) return value
  if (depth === DEPTH) return '[deep]'
  if (Array.isArray(value)) return value.map((each) => censored(each, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, isSecret(key) ? CENSORED : censored(each, depth + 1)]),
  )
}

const isSecret = (key: string) => SECRET.test(key.replaceAll(/[_-]/g, '').toLowerCase())

/**
 * The part of an error that is logged. Of its own fields only the code is logged: those of a failed statement contain
 * the parameters, and so the data to be stored.
 */
function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name: type, message, stack, code, cause } = error as Error & { code?: unknown }
  return { type, message, stack, code, ...(cause !== undefined && { cause: loggedError(cause) }) }
}

/** Sends the messages of Nest to the service's log. Its messages about the start have the level debug. */
export function nestLog(log: Log): LoggerService {
  const say =
    (level: 'debug' | 'info' | 'warn' | 'error' | 'fatal') =>
    (message: unknown, ...rest: unknown[]) => {
      const context = rest.at(-1)
      const stack = rest.length > 1 ? rest[0] : undefined
      log[level](
        {
          context: typeof context === 'string' ? context : undefined,
          stack: typeof stack === 'string' ? stack : undefined,
          err: message instanceof Error ? message : undefined,
        },
        String(message),
      )
    }
  return {
    log: say('debug'),
    debug: say('debug'),
    verbose: say('debug'),
    warn: say('warn'),
    error: say('error'),
    fatal: say('fatal'),
  }
}
