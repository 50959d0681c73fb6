import { Module } from '@nestjs/common'
import { PublishingModule } from '../publishing/publishing.module'
import { Drift } from './drift'
import { WhenComparisonDue } from './when-comparison-due'
import { WhenDriftDue } from './when-drift-due'
import { ZoneComparison } from './zone-comparison'

/** Finds name servers that no longer have what was published, and repairs them. */
@Module({
  imports: [PublishingModule],
  providers: [Drift, ZoneComparison, WhenDriftDue, WhenComparisonDue],
})
export class DriftModule {}
