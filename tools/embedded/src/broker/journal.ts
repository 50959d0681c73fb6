import { closeSync, copyFileSync, existsSync, fdatasync, fsyncSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { renameSync, rmSync, write, writeSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { decodeRecords, encodeRecord, type JournalRecord } from './journal-record'

const writeAsync = promisify(write)
const fdatasyncAsync = promisify(fdatasync)

/** A smaller file is not compacted while the broker runs. */
const smallFile = 64 * 1024 * 1024

interface Group {
  readonly number: number
  readonly bytes: Buffer[]
  needsSync: boolean
  readonly waiting: (() => void)[]
}

const emptyGroup = (number: number): Group => ({ number, bytes: [], needsSync: false, waiting: [] })

/**
 * The append-only file of durable queues and their persistent messages. Records that arrive while the disk is busy form
 * the next group; a group is one write and one fdatasync. At start, and when it has grown to several times the present
 * state, the file is compacted: rewritten with the records of the present state.
 */
export class Journal {
  private group = emptyGroup(1)
  private isWriting = false
  private scheduled = false
  private size = 0
  private compactAt = smallFile
  private fd = -1
  private failed = false

  /**
   * @param alive returns the records that rebuild the present state
   * @param onFailure called when a write failed: from then on nothing may be confirmed
   */
  constructor(
    private readonly folder: string,
    private readonly alive: () => Iterable<JournalRecord>,
    private readonly onFailure: (error: Error) => void,
  ) {}

  private get file(): string {
    return join(this.folder, 'journal')
  }

  /** The group of records that are appended now. */
  get groupNumber(): number {
    return this.group.number
  }

  /**
   * Reads the existing file. An incomplete last record is normal after a crash. A damaged record in the middle is not:
   * the file is then kept as `journal.damaged`, and the records before the damage are used.
   */
  read(): JournalRecord[] {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 })
    if (!existsSync(this.file)) return []
    const bytes = readFileSync(this.file)
    const { records, goodBytes, isTorn } = decodeRecords(bytes)
    if (goodBytes < bytes.length && !isTorn) copyFileSync(this.file, `${this.file}.damaged`)
    return records
  }

  /** Compacts the file and appends to it from then on. Called once, after the state was rebuilt. */
  compact(): void {
    const next = `${this.file}.next`
    rmSync(next, { force: true })
    const fd = openSync(next, 'ax', 0o600)
    this.size = 0
    let batch: Buffer[] = []
    let batched = 0
    const writeBatch = (): void => {
      const bytes = Buffer.concat(batch)
      for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at)
      this.size += bytes.length
      batch = []
      batched = 0
    }
    for (const record of this.alive()) {
      const bytes = encodeRecord(record)
      batch.push(bytes)
      if ((batched += bytes.length) > 4 * 1024 * 1024) writeBatch()
    }
    writeBatch()
    fsyncSync(fd)
    renameSync(next, this.file)
    this.syncFolder()
    if (this.fd >= 0) closeSync(this.fd)
    this.fd = fd
    this.compactAt = Math.max(smallFile, this.size * 4)
  }

  append(record: JournalRecord): void {
    if (this.failed) return
    this.group.bytes.push(encodeRecord(record))
    // Not synced: a lost acknowledgement only causes a redelivery, which every consumer must handle anyway.
    if (record.kind !== 'settled') this.group.needsSync = true
    this.schedule()
  }

  /** Runs `task` once all records appended so far are on disk. */
  whenSynced(task: () => void): void {
    if (this.failed) return
    this.group.waiting.push(task)
    this.schedule()
  }

  async close(): Promise<void> {
    while ((this.isWriting || this.scheduled) && !this.failed) await new Promise(setImmediate)
    if (this.fd >= 0) closeSync(this.fd)
    this.fd = -1
  }

  private schedule(): void {
    if (this.scheduled || this.isWriting) return
    this.scheduled = true
    setImmediate(() => {
      this.scheduled = false
      void this.writeGroups()
    })
  }

  private async writeGroups(): Promise<void> {
    this.isWriting = true
    try {
      while (this.group.bytes.length > 0 || this.group.waiting.length > 0) {
        const group = this.group
        this.group = emptyGroup(group.number + 1)
        if (this.size > this.compactAt) {
          // The state in memory already contains the changes of this group, so the rewritten file does too.
          this.compact()
        } else {
          await this.write(Buffer.concat(group.bytes))
          if (group.needsSync) await fdatasyncAsync(this.fd)
        }
        for (const task of group.waiting) task()
      }
    } catch (error) {
      this.failed = true
      this.onFailure(error as Error)
    } finally {
      this.isWriting = false
    }
  }

  private async write(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const { bytesWritten } = await writeAsync(this.fd, bytes, at, bytes.length - at)
      at += bytesWritten
    }
    this.size += bytes.length
  }

  private syncFolder(): void {
    const folder = openSync(this.folder, 'r')
    fsyncSync(folder)
    closeSync(folder)
  }
}
