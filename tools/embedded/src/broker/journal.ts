import { closeSync, copyFileSync, existsSync, fdatasync, fsyncSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { renameSync, rmSync, write, writeSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { decodeRecords, encodeRecord, type JournalRecord } from './journal-record'

const writeAsync = promisify(write)
const fdatasyncAsync = promisify(fdatasync)

/** A file smaller than this is not worth compacting while the broker runs. */
const smallFile = 64 * 1024 * 1024

interface Group {
  readonly number: number
  readonly bytes: Buffer[]
  needsSync: boolean
  readonly waiting: (() => void)[]
}

const emptyGroup = (number: number): Group => ({ number, bytes: [], needsSync: false, waiting: [] })

/**
 * The append-only memory of durable queues and their persistent messages. Records that arrive while the disk is
 * busy form the next group; a group is one write and one fdatasync, after which everyone waiting for it is told.
 * At start, and when it has grown to several times what is alive, the file is rewritten with what is alive.
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
   * @param alive every record needed to rebuild the present state
   * @param onFailure the disk refused: nothing may be confirmed any more
   */
  constructor(
    private readonly folder: string,
    private readonly alive: () => Iterable<JournalRecord>,
    private readonly onFailure: (error: Error) => void,
  ) {}

  private get file(): string {
    return join(this.folder, 'journal')
  }

  /** The group that records appended now belong to. */
  get groupNumber(): number {
    return this.group.number
  }

  /**
   * Reads what was written before. A torn last record is normal after a crash; a damaged one in the middle is not,
   * so the file is then kept aside as `journal.damaged` and what precedes the damage is used.
   */
  read(): JournalRecord[] {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 })
    if (!existsSync(this.file)) return []
    const bytes = readFileSync(this.file)
    const { records, goodBytes, isTorn } = decodeRecords(bytes)
    if (goodBytes < bytes.length && !isTorn) copyFileSync(this.file, `${this.file}.damaged`)
    return records
  }

  /** Rewrites the file with what is alive and goes on appending to it. Called once after the state was rebuilt. */
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
    // A lost acknowledgement costs a redelivery, which every consumer must bear anyway: it waits for no disk.
    if (record.kind !== 'settled') this.group.needsSync = true
    this.schedule()
  }

  /** Runs `task` when everything appended so far is on disk. */
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
          // The state in memory contains this group's changes already, so the rewritten file does too.
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
