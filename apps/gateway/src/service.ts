import { Module, type DynamicModule } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { Connection } from '@nameyard/messaging/connection'
import { MessagingModule } from '@nameyard/messaging/messaging-module'
import { Rpc } from '@nameyard/messaging/rpc'
import { nestLog } from '@nameyard/runtime/log'
import type { Running, Service, Surroundings } from '@nameyard/runtime/service'
import type { AnyOperation } from '@nameyard/contracts/operation'
import { Allowances } from './access/allowances'
import { Authenticator } from './access/authenticate'
import { configSchema, type GatewayConfig } from './config'
import { deprecateAlias } from './docs/deprecation'
import { mountReferencePage } from './docs/reference-page'
import { Admission } from './http/admission'
import type { CertificateFiles } from './http/certificate'
import { listen, type Listener } from './http/listen'
import { mountOperations } from './http/mount-operations'
import { mountOpenApi, openApi } from './http/openapi'
import { mountedWith } from './mounted'
import { mountApproveCertificate } from './pages/approve-certificate'
import { mountAuthorizeTransfer } from './pages/authorize-transfer'
import { mountEditZone } from './pages/edit-zone'
import { mountShowDmarc } from './pages/show-dmarc'
import { mountShowCertificate } from './pages/show-certificate'
import { mountVerifyEmail } from './pages/verify-email'

@Module({})
class GatewayModule {}

/** The edge while it runs. */
export interface RunningGateway extends Running {
  /** Ports that were taken, where 0 was asked for. */
  readonly httpsPort?: number
  readonly httpPort?: number
}

/** Starts the edge with the routes of the given operations. */
export async function startGateway(
  operations: readonly AnyOperation[],
  config: GatewayConfig,
  { clock, log }: Surroundings,
): Promise<RunningGateway> {
  const root: DynamicModule = {
    module: GatewayModule,
    imports: [MessagingModule.forService({ service: 'gateway', url: config.AMQP_URL, now: () => clock.machineMs() })],
  }
  // Nest's own HTTP application has one listener; the edge may have two with the same routes.
  const app = await NestFactory.createApplicationContext(root, { logger: nestLog(log), abortOnError: false })
  const rpc = app.get(Rpc)
  const allowances = new Allowances()
  const door = {
    rpc,
    authenticator: new Authenticator(rpc, allowances),
    allowances,
    admission: new Admission(config.GATEWAY_IN_FLIGHT, config.GATEWAY_IN_FLIGHT_PER_SERVICE),
    clock,
    requestMs: config.GATEWAY_REQUEST_MS,
    repeats: { secrets: config.GATEWAY_REPEAT_SECRET, windowMs: config.GATEWAY_REPEAT_MS },
  }
  const open = (port: number, tls?: CertificateFiles): Promise<Listener> =>
    listen(
      {
        host: config.GATEWAY_HOST,
        port,
        tls,
        bodyLimit: config.GATEWAY_BODY_LIMIT,
        tlsReloadMs: config.GATEWAY_TLS_RELOAD_SECONDS * 1000,
        topUpHint: config.GATEWAY_TOP_UP_HINT,
        isTrusted: config.GATEWAY_TRUSTED_PROXIES,
        origins: config.GATEWAY_ORIGINS,
      },
      (http) => {
        deprecateAlias(http)
        mountOperations(http, operations, door)
        mountOpenApi(http, operations)
        mountReferencePage(http, () => openApi(operations))
        mountVerifyEmail(http, door)
        mountAuthorizeTransfer(http, door)
        mountApproveCertificate(http, door)
        mountShowCertificate(http, door)
        mountEditZone(http, door)
        mountShowDmarc(http, door)
      },
    )
  const listeners: Listener[] = []
  const close = async () => {
    // Answers still come over the broker while requests in hand finish.
    await Promise.all(listeners.map((listener) => listener.close()))
    await app.close()
  }
  const take = async (port: number, tls?: CertificateFiles): Promise<number> => {
    const listener = await open(port, tls)
    listeners.push(listener)
    return listener.port
  }
  const { GATEWAY_TLS_CERTIFICATE: certificate, GATEWAY_TLS_KEY: key } = config
  try {
    return {
      ...(certificate && key && { httpsPort: await take(config.GATEWAY_HTTPS_PORT, { certificate, key }) }),
      ...(config.GATEWAY_HTTP_PORT !== undefined && { httpPort: await take(config.GATEWAY_HTTP_PORT) }),
      ready: async () => (app.get(Connection).channels ? undefined : 'broker'),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The HTTPS edge; owns no business data. */
export const service: Service<typeof configSchema> = {
  name: 'gateway',
  config: configSchema,
  migrations: [],
  start: (config, surroundings) => startGateway(mountedWith(config), config, surroundings),
}
