import { randomUUID } from 'node:crypto'
import { Inject, Injectable, Logger } from '@nestjs/common'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { SweepTask } from '@nameyard/runtime/sweep-task'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import {
  deleteEntries,
  findArchivable,
  findFirstMonth,
  findMonthEntries,
  insertArchived,
  lockArchive,
} from './archive.store'
import { AuditFiles } from './audit-files'
import { beginning, hashOf } from './model/entry'

const DAY_MS = 86_400_000

/** Accounts of one statement. */
const ACCOUNTS = 100

/** Entries that are in memory at a time. */
const ENTRIES = 1000

/**
 * Moves old months of trails to files. A month is one transaction: first the file is on disk, then the entries are
 * deleted. A process that dies in between leaves a file that the next sweep writes again. Names and addresses are not in
 * the file, because nobody could erase them there.
 */
@Injectable()
export class WhenMonthsAreOld extends SweepTask {
  private readonly log = new Logger('audit archive')
  /** Everything before it is archived. */
  private doneBefore = new Date(0)

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly files: AuditFiles,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
  ) {
    super({ name: 'audit archive', everyMs: config.AUDIT_SWEEP_SECONDS * 1000 })
  }

  protected async sweep(): Promise<void> {
    const kept = new Date(this.clock.machineMs() - this.config.RETENTION_AUDIT_DAYS * DAY_MS)
    // Only whole months.
    const before = new Date(Date.UTC(kept.getUTCFullYear(), kept.getUTCMonth()))
    if (before <= this.doneBefore) return
    let isAllDone = true
    let accounts: { account: number }[] = []
    do {
      const after = accounts.at(-1)?.account ?? -1
      accounts = await this.database.read(findArchivable, { after, before, limit: ACCOUNTS })
      for (const { account } of accounts) if (!(await this.archiveAccount(account, before))) isAllDone = false
    } while (accounts.length === ACCOUNTS && !this.isStopped)
    if (isAllDone && !this.isStopped) this.doneBefore = before
  }

  /** Archives the old months of an account. False when some stay. One account that fails does not stop the others. */
  private async archiveAccount(account: number, before: Date): Promise<boolean> {
    try {
      let outcome: 'archived' | 'busy' | 'done'
      do {
        if (this.isStopped) return false
        outcome = await this.database.unitOfWork({ correlationId: randomUUID() }, (tx) =>
          this.archiveMonth(tx, account, before),
        )
      } while (outcome === 'archived')
      return outcome === 'done'
    } catch (error) {
      this.log.warn(`old entries of account ${account} stay until the next sweep: ${(error as Error).message}`)
      return false
    }
  }

  /** Archives the first month of an account. Its rows are read once and never change, so the transaction locks none. */
  private async archiveMonth(tx: Tx, account: number, before: Date): Promise<'archived' | 'busy' | 'done'> {
    const [lock] = await tx.query(lockArchive)
    if (!lock!.isLocked) return 'busy'
    const [first] = await tx.query(findFirstMonth, { account, before })
    if (!first) return 'done'
    const { from, lastSeq, lastHash } = first
    const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1))
    const firstSeq = (lastSeq ?? beginning.seq) + 1
    const firstHash = lastHash ?? beginning.hash
    const end = { seq: firstSeq - 1, hash: firstHash }
    const month = from.toISOString().slice(0, 7)
    await this.files.archive(account, month, verifiedPages(tx, account, to, end))
    const range = { account, firstSeq, lastSeq: end.seq }
    const entries = end.seq - firstSeq + 1
    await tx.query(insertArchived, { ...range, from, firstHash, lastHash: end.hash, entries })
    await tx.query(deleteEntries, range)
    this.log.log(`archived ${entries} entries of account ${account} of ${month}`)
    return 'archived'
  }
}

/** Reads the entries of a month as lines, and moves `end` to the last one. Throws at an entry that was altered. */
async function* verifiedPages(tx: Tx, account: number, to: Date, end: { seq: number; hash: Buffer }) {
  for (;;) {
    const page = await tx.query(findMonthEntries, { account, after: end.seq, to, limit: ENTRIES })
    for (const { seq, body, hash } of page) {
      if (seq !== end.seq + 1) throw new Error(`entry ${seq} follows entry ${end.seq}`)
      if (!hashOf(end.hash, body).equals(hash)) throw new Error(`entry ${seq} does not have the hash of its text`)
      Object.assign(end, { seq, hash })
    }
    yield page.map(({ body, hash }) => JSON.stringify({ type: 'entry', body, hash: hash.toString('hex') }))
    if (page.length < ENTRIES) return
  }
}
