import { Injectable, type OnModuleInit } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { sql, statement, type Placeholders, type Sql } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Metrics } from '@nameyard/runtime/metrics'
import { isIdleLook } from './operations/turn'

interface At {
  readonly now: Date
}

/** The gauges over all accounts and replicas: name, help text, and SQL of the figure at a time. */
const figures: readonly (readonly [name: string, help: string, query: (given: Placeholders<At>) => Sql])[] = [
  [
    'registry_closed_accounts',
    'Accounts at which nothing is sent because our login was refused, until an operator resumes them.',
    ({ now }) => sql`select count(*) as figure from registry_account where closed_at <= ${now}::timestamptz`,
  ],
  [
    'registry_crowded_accounts',
    'Accounts that open no sessions for now, because their registry refused one (2502).',
    ({ now }) => sql`select count(*) as figure from registry_account where crowded_until > ${now}::timestamptz`,
  ],
  [
    'registry_unpaid_accounts',
    'Accounts whose paid commands wait after a billing failure (2104).',
    ({ now }) => sql`select count(*) as figure from registry_account where unpaid_until > ${now}::timestamptz`,
  ],
  [
    'registry_alarms',
    'Alarms of accounts that no operator has resumed since.',
    ({ now }) => sql`select count(*) as figure from alarm where first_at <= ${now}::timestamptz`,
  ],
  [
    'registry_messages_not_understood',
    'Messages of registries with an unknown form, since their accounts were last resumed.',
    ({ now }) =>
      sql`select coalesce(sum(times), 0) as figure from alarm where kind = 'message' and first_at <= ${now}::timestamptz`,
  ],
  [
    'registry_unknown_operations',
    'Operations whose command was sent and whose outcome is unknown.',
    ({ now }) =>
      sql`select count(*) as figure from operation where state = 'unknown' and submitted_at <= ${now}::timestamptz`,
  ],
  [
    'registry_oldest_unfinished_seconds',
    'Age of the oldest unfinished operation that does not wait for its registry, without routine looks that have not begun.',
    ({ now }) => sql`
      select greatest(0, coalesce(extract(epoch from ${now}::timestamptz - min(submitted_at)), 0)) as figure
      from operation where state in ('queued', 'executing', 'unknown') and not ${isIdleLook(sql`operation`)}`,
  ],
  [
    'registry_oldest_look_seconds',
    'Age of the oldest routine look at a domain that has not begun.',
    ({ now }) => sql`
      select greatest(0, coalesce(extract(epoch from ${now}::timestamptz - min(submitted_at)), 0)) as figure
      from operation where ${isIdleLook(sql`operation`)}`,
  ],
  [
    'registry_operations_without_predecessor',
    'Operations that have waited a minute for an earlier one of their domain to arrive: check the dead letters.',
    ({ now }) => sql`
      select count(*) as figure from operation o
      where state = 'queued' and after is not null and submitted_at <= ${now}::timestamptz - interval '1 minute'
        and not exists (select from operation before where before.id = o.after)`,
  ],
]

/** The condition is that of an index, so that ended operations are not read. */
const operations = statement<void, { account: string; state: string; figure: string }>(
  'metrics.registry_operations',
  () => sql`
    select account, state, count(*) as figure from operation
    where state not in ('done', 'refused', 'failed') group by account, state`,
)

const balances = statement<void, { account: string; currency: string; figure: string }>(
  'metrics.registry_balance',
  () => sql`
    select account, coalesce(balance_currency, '') as currency, balance as figure
    from registry_account where balance is not null`,
)

const lateTimers = statement<At, { figure: string }>(
  'metrics.registry_timers_late',
  ({ now }) => sql`
    select greatest(0, coalesce(extract(epoch from ${now}::timestamptz - min(due_at)), 0)) as figure from timer`,
)

/** Metrics of everything that delays work at the registries. None of it makes a worker unready. */
@Injectable()
export class RegistryMetrics implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.metrics.add({
      name: 'registry_operations',
      help: 'Unfinished operations by account and state; waiting ones are pending at the registry.',
      labels: ['account', 'state'],
      read: async () =>
        (await this.database.read(operations)).map(({ account, state, figure }) => ({
          labels: { account, state },
          value: Number(figure),
        })),
    })
    this.metrics.add({
      name: 'registry_balance',
      help: 'The balance that the registry answered last, in units of the currency.',
      labels: ['account', 'currency'],
      read: async () =>
        (await this.database.read(balances)).map(({ account, currency, figure }) => ({
          labels: { account, currency },
          value: Number(figure),
        })),
    })
    this.metrics.add({
      name: 'registry_timers_late_seconds',
      help: 'How long the oldest timer of a domain is overdue.',
      read: async () => {
        const [row] = await this.database.read(lateTimers, { now: this.clock.now() })
        return Number(row!.figure)
      },
    })
    for (const [name, help, query] of figures) {
      const counted = statement<At, { figure: string }>(`metrics.${name}`, query)
      this.metrics.add({
        name,
        help,
        read: async () => {
          const [row] = await this.database.read(counted, { now: this.clock.now() })
          return Number(row!.figure)
        },
      })
    }
  }
}
