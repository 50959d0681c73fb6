import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Metrics } from '@nameyard/runtime/metrics'
import { Injectable, type OnModuleInit } from '@nestjs/common'
import { EQUAL_REFUSALS } from './model/refusals'

const violations = statement('metrics.lifecycle-violations', 'select count(*)::int as count from lifecycle_violation')

/** A domain that has left the registry since is as it shall be. */
const drift = statement(
  'metrics.registry-drift',
  `select count(*)::int as count, min(first_at) as since,
     count(*) filter (where (registry_refusal->>'times')::int >= ${EQUAL_REFUSALS})::int as "givenUp"
   from registry_drift join domain on domain.id = domain_id
   where phase in ('active', 'quarantine.soft')`,
)

interface Drift extends Record<string, unknown> {
  readonly count: number
  readonly givenUp: number
  readonly since: Date | null
}

/** Shows where what the registries have is not what we hold of it, and a person may have to look. */
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
      help: 'Times that something happened to a domain though its phase has no place for it, ever.',
      read: async () => {
        const [row] = await this.database.read<{ count: number }>(violations)
        return row!.count
      },
    })
    this.metrics.add({
      name: 'domains_drifted',
      help: 'Domains that their registries showed otherwise than they shall be when we last looked.',
      read: async () => (await this.drift()).count,
    })
    this.metrics.add({
      name: 'domains_repairs_given_up',
      help: 'Domains that are not repaired any more because their registry repeats a refusal.',
      read: async () => (await this.drift()).givenUp,
    })
    this.metrics.add({
      name: 'domains_longest_drift_seconds',
      help: 'How long the first of these has been so: more than two days when its repair is of no effect.',
      read: async () => {
        const { since } = await this.drift()
        return since ? Math.max(0, (this.clock.epochMs() - since.getTime()) / 1_000) : 0
      },
    })
  }

  private async drift(): Promise<Drift> {
    const [row] = await this.database.read<Drift>(drift)
    return row!
  }
}
