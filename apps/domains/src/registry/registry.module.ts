import { Module } from '@nestjs/common'
import { InstallationModule } from '../installation/installation.module'
import { LifecycleModule } from '../lifecycle/lifecycle.module'
import { AwaitedOperations } from './awaited-operations'
import { DesiredState } from './desired-state'
import { OperationEvents } from './operation-events'
import { RegistryEffects } from './registry-effects'
import { Settlements } from './settlements'
import { Submissions } from './submissions'

/** Submits operations to the registries of domains, and waits for their results. */
@Module({
  imports: [InstallationModule, LifecycleModule],
  providers: [AwaitedOperations, DesiredState, OperationEvents, RegistryEffects, Settlements, Submissions],
  exports: [AwaitedOperations, DesiredState, OperationEvents, Settlements, Submissions],
})
export class RegistryModule {}
