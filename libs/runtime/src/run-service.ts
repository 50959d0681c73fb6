import type { z } from 'zod'
import { Clock } from './clock'
import { openHealth } from './health'
import { ConfigError, loadConfig, type ServiceConfig } from './load-config'
import { createLog } from './log'
import type { Service } from './service'

/** Settings that `runService` itself needs. */
type Runnable = Pick<ServiceConfig, 'LOG_LEVEL' | 'HEALTH_HOST' | 'HEALTH_PORT'>

/**
 * Runs one service as a process: settings, log, start, health, and a drain on SIGTERM or SIGINT. The log line `ready`
 * contains the port of the health listener. Exits with 78 if the settings are invalid, and with 1 if the start or the
 * drain failed. A second signal of the same kind ends the process at once.
 */
export async function runService<Schema extends z.ZodType<Runnable>>(
  service: Service<Schema>,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  let config: z.output<Schema>
  try {
    config = loadConfig(service.config, environment)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(`${service.name}: ${error.message}`)
    process.exitCode = 78 // EX_CONFIG of sysexits.h
    return
  }
  const log = createLog(service.name, config.LOG_LEVEL)
  try {
    const running = await service.start(config, { clock: new Clock(), log })
    running.metrics.addProcess()
    const at = { host: config.HEALTH_HOST, port: config.HEALTH_PORT }
    const health = await openHealth(at, () => running.ready(), running.metrics)
    let isDraining = false
    const stop = (signal: string) => {
      if (isDraining) return
      isDraining = true
      log.info({ signal }, 'draining')
      void health
        .close()
        .then(() => running.close())
        .then(
          () => process.exit(0),
          (error: unknown) => {
            log.error({ err: error }, 'drain failed')
            process.exit(1)
          },
        )
    }
    process.once('SIGTERM', stop)
    process.once('SIGINT', stop)
    log.info({ health: health.port }, 'ready')
  } catch (error) {
    log.fatal({ err: error }, 'cannot start')
    process.exit(1)
  }
}
