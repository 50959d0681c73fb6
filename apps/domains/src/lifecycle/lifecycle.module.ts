import { Module } from '@nestjs/common'
import { DomainChanges } from './domain-changes'
import { Effects } from './effects'
import { WhenUnsealed } from './when-unsealed'

/** The domain, its phases and transitions, and how changes of it are stored. All other features build on this one. */
@Module({ providers: [DomainChanges, Effects, WhenUnsealed], exports: [DomainChanges, Effects] })
export class LifecycleModule {}
