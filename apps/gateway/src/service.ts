import { NestFactory } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import { routes, type RoutedOperation } from '@nameyard/contracts/operations'
import { Connection } from '@nameyard/messaging/connection'
import { Rpc } from '@nameyard/messaging/rpc'
import { SlowRequests } from '@nameyard/messaging/slow-requests'
import { nestLog } from '@nameyard/runtime/log'
import { Metrics } from '@nameyard/runtime/metrics'
import type { Running, Service, ServiceContext } from '@nameyard/runtime/service'
import { Traces } from '@nameyard/runtime/traces'
import { configSchema, type GatewayConfig } from './config'
import { GatewayModule } from './gateway.module'
import { AccessLog } from './http/access-log'
import { endOf, readCertificate } from './http/certificate'
import { EdgeMeter } from './http/edge-meter'
import { HttpServer, type HttpServerOptions, type Ports } from './http/http-server'

/** The gateway while it runs. */
export interface RunningGateway extends Running, Ports {}

/** Starts the gateway with the routes of the given operations. */
export async function startGateway(
  operations: readonly RoutedOperation[],
  config: GatewayConfig,
  context: ServiceContext,
): Promise<RunningGateway> {
  const metrics = new Metrics('gateway')
  const traces = await Traces.open('gateway', config)
  const options = {
    ...(await serverOptions(config)),
    meter: new EdgeMeter(metrics),
    slow: new SlowRequests(config.SLOW_REQUEST_MS, context.log),
  }
  const server = new HttpServer({ ...options, accessLog: AccessLog.open(config.GATEWAY_ACCESS_LOG, context) })
  if (server.certificate)
    metrics.add({
      name: 'gateway_certificate_expires_seconds',
      help: 'Time until the certificate of the TLS listener ends.',
      read: () => (endOf(server.certificate!) - context.clock.machineMs()) / 1_000,
    })
  let app: NestFastifyApplication | undefined
  const close = async () => {
    // Requests in progress still get their answers over the broker, so the connection to it is closed last.
    await server.close()
    await app?.close()
    await traces.close()
  }
  try {
    // Nest has a context of its own: the hooks of its adapter do not apply to the routes of operations.
    await server.http.register(async (http) => {
      app = await NestFactory.create<NestFastifyApplication>(
        GatewayModule.with(config, { clock: context.clock, traces }, operations, server),
        new FastifyAdapter(http),
        { bodyParser: false, logger: nestLog(context.log), abortOnError: false },
      )
      app.get(Rpc).traceWith(traces.tracer)
      await app.init()
    })
    const ports = await server.listen()
    return { ...ports, ready: async () => (app!.get(Connection).channels ? undefined : 'broker'), metrics, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function serverOptions(config: GatewayConfig): Promise<Omit<HttpServerOptions, 'meter' | 'slow'>> {
  const { GATEWAY_TLS_CERTIFICATE: certificate, GATEWAY_TLS_KEY: key } = config
  const files = certificate && key ? { certificate, key } : undefined
  return {
    host: config.GATEWAY_HOST,
    ...(files && { tls: { port: config.GATEWAY_HTTPS_PORT, files, context: await readCertificate(files) } }),
    plainPort: config.GATEWAY_HTTP_PORT,
    tlsReloadMs: config.GATEWAY_TLS_RELOAD_SECONDS * 1000,
    isTrusted: config.GATEWAY_TRUSTED_PROXIES,
    origins: config.GATEWAY_ORIGINS,
    hasSecureSubdomains: config.GATEWAY_HSTS_SUBDOMAINS,
    connectionsPerAddress: config.GATEWAY_CONNECTIONS_PER_ADDRESS,
    topUpHint: config.GATEWAY_TOP_UP_HINT,
  }
}

/** The routes of an installation. The sandbox clock has routes only if the installation has one. */
function routesWith({ SANDBOX_CLOCK }: GatewayConfig): readonly RoutedOperation[] {
  return routes.filter((operation) => SANDBOX_CLOCK || !operation.requiresSandboxClock)
}

/** The gateway: the HTTPS server of the platform, without business data. */
export const service: Service<typeof configSchema> = {
  name: 'gateway',
  config: configSchema,
  migrations: [],
  start: (config, context) => startGateway(routesWith(config), config, context),
}
