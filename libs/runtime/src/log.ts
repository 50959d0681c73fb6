import type { LoggerService } from '@nestjs/common'
import { pino, type DestinationStream, type Logger } from 'pino'

/**
 * Keys whose values never reach a log, however deep they stand and in whichever spelling: auth_code, authCode,
 * REGISTRY_PASSWORD. URLs of database and broker hold a password. EPP transcripts have their own redaction.
 */
const SECRET =
  /(?:password|secret|token|privatekey|authinfo|authcode|authorization|cookie|databaseurl|amqpurl)$|^(?:pw|newpw)$/

const CENSORED = '[secret]'

/** Deeper than anything that is logged on purpose; what is below is left out, cycles included. */
const DEPTH = 8

export type Log = Logger

/** The log of one service: JSON lines with the service's name, secrets censored; on standard output unless told else. */
export function createLog(service: string, level: string, destination?: DestinationStream): Log {
  const options = {
    name: service,
    level,
    formatters: { log: (fields: object) => censored(fields, 0) as Record<string, unknown> },
    serializers: { err: told },
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
 * What a log tells of an error. Its own fields stay out but for the code: those of a failed statement hold the
 * parameters, and with them whatever was being stored.
 */
function told(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name: type, message, stack, code, cause } = error as Error & { code?: unknown }
  return { type, message, stack, code, ...(cause !== undefined && { cause: told(cause) }) }
}

/** Nest speaks through the service's log; what it tells of its own start is detail. */
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
