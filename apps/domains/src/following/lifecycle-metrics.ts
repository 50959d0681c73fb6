import { Injectable, type OnModuleInit } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { raw, sql, statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Metrics } from '@nameyard/runtime/metrics'
import { EQUAL_REFUSALS } from '../lifecycle/model/refusals'

const violations = statement<void, { readonly count: number }>(
  'domains.count-violations',
  () => sql`select count(*)::int as count from lifecycle_violation`,
)

/** Only phases in which domains are repaired: a domain that has ended since does not count. */
const drift = statement<void, Drift>(
  'domains.registry-drift',
  () => sql`
    select count(*)::int as count, min(first_at) as since,
      count(*) filter (where (registry_refusal->>'times')::int >= ${raw(String(EQUAL_REFUSALS))})::int as "givenUp"
    from registry_drift join domain on domain.id = domain_id
    where phase in ('active', 'quarantine.soft')`,
)

interface Drift {
  readonly count: number
  readonly givenUp: number
  readonly since: Date | null
}

/** Metrics of domains whose registries show another state than the platform, for operators. */
@Injectable()
export class LifecycleMetrics implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.metrics.add({
      name: 'domains_lifecycle_violations',
      help: 'Events of domains that had no transition in their phase, in total.',
      read: async () => {
        const [row] = await this.database.read(violations)
        return row!.count
      },
    })
    this.metrics.add({
      name: 'domains_drifted',
      help: 'Domains whose registries showed another state than the desired one at the last check.',
      read: async () => (await this.drift()).count,
    })
    this.metrics.add({
      name: 'domains_repairs_given_up',
      help: 'Domains that are not repaired any more because their registry repeats a refusal.',
      read: async () => (await this.drift()).givenUp,
    })
    this.metrics.add({
      name: 'domains_longest_drift_seconds',
      help: 'Age of the oldest of these differences: more than two days when its repair has no effect.',
      read: async () => {
        const { since } = await this.drift()
        return this.clock.secondsSince(since)
      },
    })
  }

  private async drift(): Promise<Drift> {
    const [row] = await this.database.read(drift)
    return row!
  }
}
