import { Global, Module, type DynamicModule } from '@nestjs/common'
import { APP_FILTER } from '@nestjs/core'
import type { FastifyInstance } from 'fastify'
import type { RoutedOperation } from '@nameyard/contracts/operations'
import { MessagingModule } from '@nameyard/messaging/messaging-module'
import { Clock } from '@nameyard/runtime/clock'
import { Traces } from '@nameyard/runtime/traces'
import { AssistantsModule } from './assistants/assistants.module'
import { GATEWAY_CONFIG, GATEWAY_ENDING, type GatewayConfig } from './config'
import { DocsModule } from './docs/docs.module'
import { RefusalFilter } from './http/refusal.filter'
import { OperationsModule } from './operations/operations.module'
import { PagesModule } from './pages/pages.module'

/** The gateway: its features, and the settings, the clock and the tracer that they share. */
@Global()
@Module({})
export class GatewayModule {
  /**
   * @param http the context of the server to which the routes of the operations are added
   * @param ending aborted when the server ends
   */
  static with(
    config: GatewayConfig,
    { clock, traces }: { readonly clock: Clock; readonly traces: Traces },
    operations: readonly RoutedOperation[],
    { http, ending }: { readonly http: FastifyInstance; readonly ending: AbortSignal },
  ): DynamicModule {
    return {
      module: GatewayModule,
      imports: [
        MessagingModule.forService({
          service: 'gateway',
          url: config.AMQP_URL,
          isTopologyFixed: config.AMQP_FIXED_TOPOLOGY,
          now: () => clock.machineMs(),
        }),
        OperationsModule.of(operations, http),
        PagesModule,
        ...(config.MCP_SECRET.length > 0 ? [AssistantsModule] : []),
        DocsModule.of(operations),
      ],
      providers: [
        { provide: GATEWAY_CONFIG, useValue: config },
        { provide: GATEWAY_ENDING, useValue: ending },
        { provide: Clock, useValue: clock },
        { provide: Traces, useValue: traces },
        { provide: APP_FILTER, useClass: RefusalFilter },
      ],
      exports: [GATEWAY_CONFIG, GATEWAY_ENDING, Clock, Traces],
    }
  }
}
