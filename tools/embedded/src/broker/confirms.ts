import type { FrameWriter } from './frames'
import type { Journal } from './journal'

/** The publisher confirms of one channel. One acknowledgement covers many messages where possible. */
export class Confirms {
  private lastTag = 0
  private settled: number[] = []
  private refused: number[] = []
  /** Tags that wait for the disk, by group of the journal, oldest first. */
  private readonly waiting: { group: number; tags: number[] }[] = []
  private isScheduled = false

  constructor(
    private readonly channel: number,
    private readonly writer: FrameWriter,
    private readonly journal: Journal | undefined,
  ) {}

  published(outcome: { refused: boolean; journaled: boolean }): void {
    const tag = ++this.lastTag
    if (outcome.journaled && this.journal && !outcome.refused) return this.awaitDisk(tag, this.journal)
    if (outcome.refused) this.refused.push(tag)
    else this.settled.push(tag)
    this.schedule()
  }

  private awaitDisk(tag: number, journal: Journal): void {
    const latest = this.waiting.at(-1)
    if (latest?.group === journal.groupNumber) {
      latest.tags.push(tag)
      return
    }
    const batch = { group: journal.groupNumber, tags: [tag] }
    this.waiting.push(batch)
    journal.whenSynced(() => {
      this.waiting.splice(this.waiting.indexOf(batch), 1)
      for (const durable of batch.tags) this.settled.push(durable)
      this.schedule()
    })
  }

  private schedule(): void {
    if (this.isScheduled) return
    this.isScheduled = true
    this.writer.onceBeforeFlush(() => this.send())
  }

  private send(): void {
    this.isScheduled = false
    for (const deliveryTag of this.refused) {
      this.writer.method(this.channel, 'basic.nack', { deliveryTag, multiple: false, requeue: false })
    }
    // `multiple` also covers every earlier tag, so it stops before the first tag that waits for the disk.
    const firstWaiting = this.waiting[0]?.tags[0] ?? Infinity
    const early = this.settled.filter((tag) => tag < firstWaiting)
    if (early.length > 0) {
      const deliveryTag = early.reduce((highest, tag) => Math.max(highest, tag))
      this.writer.method(this.channel, 'basic.ack', { deliveryTag, multiple: early.length > 1 })
    }
    for (const deliveryTag of this.settled) {
      if (deliveryTag > firstWaiting) this.writer.method(this.channel, 'basic.ack', { deliveryTag, multiple: false })
    }
    this.settled = []
    this.refused = []
  }
}
