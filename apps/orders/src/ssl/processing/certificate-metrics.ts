import { Injectable, type OnModuleInit } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Metrics } from '@nameyard/runtime/metrics'

/** The condition is that of an index, so that orders without a next step are not read. */
const waiting = statement<void, { work: string; figure: number }>(
  'metrics.certificates-waiting',
  () => sql`
    select work, count(*)::int as figure from ssl_order where due_at is not null and work <> 'nothing' group by work`,
)

const late = statement<{ now: Date }, { figure: string }>(
  'metrics.certificates-late',
  ({ now }) => sql`
    select greatest(0, coalesce(extract(epoch from ${now}::timestamptz - min(due_at)), 0)) as figure
    from ssl_order where due_at is not null`,
)

/** Metrics of certificate orders. */
@Injectable()
export class CertificateMetrics implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.metrics.add({
      name: 'orders_certificates_waiting',
      help: 'Certificate orders whose certificate is being issued, renewed, reissued or revoked.',
      labels: ['work'],
      read: async () =>
        (await this.database.read(waiting)).map(({ work, figure }) => ({ labels: { work }, value: figure })),
    })
    this.metrics.add({
      name: 'orders_certificates_late_seconds',
      help: 'How long the oldest step of a certificate order is overdue.',
      read: async () => Number((await this.database.read(late, { now: this.clock.now() }))[0]!.figure),
    })
  }
}
