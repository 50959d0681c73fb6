import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Metrics } from '@nameyard/runtime/metrics'
import { Injectable, type OnModuleInit } from '@nestjs/common'

/** What is counted over all accounts and replicas: the word of the figure, what it is, and SQL with the time as `$1`. */
const figures: readonly (readonly [name: string, help: string, sql: string])[] = [
  [
    'registry_closed_accounts',
    'Accounts at which nothing is sent because our login was refused, until an operator resumes them.',
    'select count(*) as figure from registry_account where closed_at <= $1',
  ],
  [
    'registry_crowded_accounts',
    'Accounts whose registry wants no more sessions for now.',
    'select count(*) as figure from registry_account where crowded_until > $1',
  ],
  [
    'registry_unpaid_accounts',
    'Accounts whose registry wants to see money (2104).',
    'select count(*) as figure from registry_account where unpaid_until > $1',
  ],
  [
    'registry_alarms',
    'Alarms that an operator has not seen to.',
    'select count(*) as figure from alarm where first_at <= $1',
  ],
  [
    'registry_messages_not_understood',
    'Messages of registries that could not be understood, since their accounts were last resumed.',
    `select coalesce(sum(times), 0) as figure from alarm where kind = 'message' and first_at <= $1`,
  ],
  [
    'registry_unknown_operations',
    'Operations whose command was sent and whose outcome is not known.',
    `select count(*) as figure from operation where state = 'unknown' and submitted_at <= $1`,
  ],
  [
    'registry_oldest_unfinished_seconds',
    'How long the oldest operation has been on its way that does not wait for its registry.',
    `select greatest(0, coalesce(extract(epoch from $1 - min(submitted_at)), 0)) as figure
     from operation where state in ('queued', 'executing', 'unknown')`,
  ],
  [
    'registry_operations_without_predecessor',
    'Operations that have waited a minute for an earlier one of their domain to arrive: look among the dead letters.',
    `select count(*) as figure from operation o
     where state = 'queued' and after is not null and submitted_at <= $1 - interval '1 minute'
       and not exists (select from operation before where before.id = o.after)`,
  ],
]

/** Shows what keeps work from being done at the registries, for whoever watches; none of it makes a worker unready. */
@Injectable()
export class RegistryMetrics implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    for (const [name, help, sql] of figures) {
      const counted = statement(`metrics.${name}`, sql.replaceAll('$1', '$1::timestamptz'))
      this.metrics.add({
        name,
        help,
        read: async () => {
          const [row] = await this.database.read<{ figure: string }>(counted, [this.clock.now()])
          return Number(row!.figure)
        },
      })
    }
  }
}
