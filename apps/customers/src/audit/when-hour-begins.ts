import { Inject, Injectable } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { SweepTask } from '@nameyard/runtime/sweep-task'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { AuditFiles } from './audit-files'
import { findUnsigned, saveHeads } from './head.store'
import { signedHead } from './signed-head'

const HOUR_MS = 3_600_000

/** Heads of one statement. */
const BATCH = 500

/**
 * Signs the ends of the chains that have grown, each at most once an hour, and stores the heads in files. Several
 * processes may sign the same head; that does no harm.
 */
@Injectable()
export class WhenHourBegins extends SweepTask {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly files: AuditFiles,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
  ) {
    super({ name: 'audit heads', everyMs: config.AUDIT_SWEEP_SECONDS * 1000 })
  }

  protected async sweep(): Promise<void> {
    let signed: number
    do signed = await this.signSome()
    while (signed === BATCH && !this.isStopped)
  }

  private async signSome(): Promise<number> {
    const at = this.clock.machineNow()
    const before = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS)
    const chains = await this.database.read(findUnsigned, { before, limit: BATCH })
    if (chains.length === 0) return 0
    const lines = chains.map((chain) => JSON.stringify(signedHead({ ...chain, at }, this.config.AUDIT_SIGNING_KEY)))
    await this.files.append(`${at.toISOString().slice(0, 10)}.ndjson`, lines)
    await this.database.read(saveHeads, {
      accounts: chains.map(({ account }) => account),
      seqs: chains.map(({ seq }) => seq),
      lines,
      at,
    })
    return chains.length
  }
}
