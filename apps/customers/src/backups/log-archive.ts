import { Injectable } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Metrics, type Sample } from '@nameyard/runtime/metrics'

interface Archiver {
  /** Seconds since the last archived file; without one, since the server counts. */
  readonly seconds: number
  /** Whether the last attempt failed. */
  readonly isFailing: boolean
}

/** No row while `archive_mode` is off. Every role may read it. */
const readArchiver = statement<void, Archiver>(
  'metrics.log-archive',
  () => sql`
    select extract(epoch from clock_timestamp()
        - coalesce(last_archived_time, greatest(stats_reset, pg_postmaster_start_time())))::float8 as seconds,
      coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isFailing"
    from pg_stat_archiver where current_setting('archive_mode') <> 'off'`,
)

/**
 * How old the archived log of the whole database is, for all services: they share one cluster. A database that archives
 * nothing has no figures.
 */
@Injectable()
export class LogArchive {
  constructor(
    private readonly database: Database,
    metrics: Metrics,
  ) {
    metrics.add({
      name: 'nameyard_log_archived_seconds',
      help: 'Seconds since the database last archived a part of its log.',
      labels: ['service'],
      read: () => this.sample(metrics, ({ seconds }) => seconds),
    })
    metrics.add({
      name: 'nameyard_log_archive_failing',
      help: '1 if the last attempt of the database to archive its log failed, otherwise 0.',
      labels: ['service'],
      read: () => this.sample(metrics, ({ isFailing }) => Number(isFailing)),
    })
  }

  private async sample({ service }: Metrics, valueOf: (archiver: Archiver) => number): Promise<Sample[]> {
    const rows = await this.database.read(readArchiver)
    return rows.map((archiver) => ({ labels: { service }, value: valueOf(archiver) }))
  }
}
