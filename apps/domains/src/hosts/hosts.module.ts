import { Module } from '@nestjs/common'
import { LifecycleModule } from '../lifecycle/lifecycle.module'
import { RegistryModule } from '../registry/registry.module'
import { DeleteHost } from './delete-host'
import { HostOperations } from './host-operations'
import { RenamedHosts } from './renamed-hosts'
import { SetHost } from './set-host'

/** Hosts below the domains of an account at their registries (RFC 5732). */
@Module({
  imports: [LifecycleModule, RegistryModule],
  controllers: [DeleteHost, SetHost],
  providers: [HostOperations, RenamedHosts],
  exports: [RenamedHosts],
})
export class HostsModule {}
