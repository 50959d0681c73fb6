import { Module, type DynamicModule } from '@nestjs/common'
import { Egress } from './egress'
import type { HostResolver } from './resolver'
import type { EgressSettings } from './settings'

/** Provides the way to addresses of customers to all features of a service. */
@Module({})
export class EgressModule {
  /** @param resolver Default: the resolvers of the machine. */
  static with({ EGRESS_ALLOW: allow, EGRESS_PROXY: proxy }: EgressSettings, resolver?: HostResolver): DynamicModule {
    return {
      module: EgressModule,
      global: true,
      providers: [{ provide: Egress, useValue: new Egress({ allow, proxy, resolver }) }],
      exports: [Egress],
    }
  }
}
