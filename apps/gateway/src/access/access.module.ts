import { Module } from '@nestjs/common'
import { APP_GUARD } from '@nestjs/core'
import { Rpc } from '@nameyard/messaging/rpc'
import { Clock } from '@nameyard/runtime/clock'
import { GATEWAY_CONFIG, type GatewayConfig } from '../config'
import { AccessChanges } from './access-changes'
import { AccessCheck } from './access-check'
import { Admission } from './admission'
import { Allowances } from './allowances'
import { AnonymousRequests } from './anonymous-requests'
import { AnonymousGuard } from './anonymous.guard'
import { Authenticator } from './authenticate'
import { RefusedRequests } from './refused-requests'

/** Authenticates requests; limits the requests of each account, those without a token, and those in progress. */
@Module({
  providers: [
    { provide: Allowances, useFactory: () => new Allowances() },
    {
      provide: AccessChanges,
      useFactory: (rpc: Rpc, allowances: Allowances, clock: Clock) => new AccessChanges(rpc, allowances, clock),
      inject: [Rpc, Allowances, Clock],
    },
    {
      provide: Authenticator,
      useFactory: (rpc: Rpc, allowances: Allowances, changes: AccessChanges, config: GatewayConfig) =>
        new Authenticator(rpc, allowances, changes, undefined, config.MCP_SECRET),
      inject: [Rpc, Allowances, AccessChanges, GATEWAY_CONFIG],
    },
    {
      provide: Admission,
      useFactory: (config: GatewayConfig) =>
        new Admission(config.GATEWAY_IN_FLIGHT, config.GATEWAY_IN_FLIGHT_PER_SERVICE),
      inject: [GATEWAY_CONFIG],
    },
    {
      provide: AnonymousRequests,
      useFactory: (config: GatewayConfig) =>
        new AnonymousRequests(config.GATEWAY_ANONYMOUS_PER_SECOND, config.GATEWAY_ANONYMOUS_BURST),
      inject: [GATEWAY_CONFIG],
    },
    {
      provide: RefusedRequests,
      useFactory: (rpc: Rpc, authenticator: Authenticator, allowances: Allowances) =>
        new RefusedRequests(rpc, authenticator, allowances),
      inject: [Rpc, Authenticator, Allowances],
    },
    { provide: APP_GUARD, useClass: AnonymousGuard },
    AccessCheck,
  ],
  exports: [AccessCheck, Admission, AnonymousRequests, Authenticator],
})
export class AccessModule {}
