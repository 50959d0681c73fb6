import type { LoggerService } from '@nestjs/common'
import { pino, type DestinationStream, type Logger } from 'pino'

/** Keys whose values never reach a log, wherever they stand; EPP transcripts have their own redaction. */
const SECRETS = ['password', 'pw', 'newPW', 'authInfo', 'auth_code', 'token', 'authorization', 'secret', 'privateKey']

export type Log = Logger

/** The log of one service: JSON lines with the service's name, secrets censored; on standard output unless told else. */
export function createLog(service: string, level: string, destination?: DestinationStream): Log {
  const options = {
    name: service,
    level,
    redact: { paths: SECRETS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[secret]' },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** Nest speaks through the service's log; what it tells of its own start is detail. */
export function nestLog(log: Log): LoggerService {
  const say =
    (level: 'debug' | 'info' | 'warn' | 'error' | 'fatal') =>
    (message: unknown, ...rest: unknown[]) => {
      const context = rest.at(-1)
      log[level](
        {
          context: typeof context === 'string' ? context : undefined,
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
