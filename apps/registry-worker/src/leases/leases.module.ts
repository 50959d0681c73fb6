import { Module } from '@nestjs/common'
import { WorkerIdentity } from './worker-identity'

/** The number of this worker, and the leases that it holds. */
@Module({ providers: [WorkerIdentity], exports: [WorkerIdentity] })
export class LeasesModule {}
