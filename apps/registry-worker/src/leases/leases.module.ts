import { Module } from '@nestjs/common'
import { ChangesModule } from '../changes/changes.module'
import { WorkerIdentity } from './worker-identity'

/** The number of this worker, and the leases that it holds. */
@Module({ imports: [ChangesModule], providers: [WorkerIdentity], exports: [WorkerIdentity] })
export class LeasesModule {}
