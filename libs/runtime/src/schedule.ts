import { Injectable } from '@nestjs/common'

/** Work of a service that waits for the platform's time. */
export interface Timed {
  /** When the next work is due: now or in the past while work is being done, undefined if nothing waits. */
  nextDue(): Promise<Date | undefined>
  /** Does the due work, or starts it so that it is done soon. May be called while work is being done. */
  runDue(): Promise<unknown>
}

/**
 * All work of a service that waits for the platform's time. The work also runs on its own; the sandbox clock uses the
 * schedule to find the next due instant and to start due work.
 */
@Injectable()
export class Schedule {
  private readonly works = new Set<Timed>()

  add(work: Timed): void {
    this.works.add(work)
  }

  async runDue(): Promise<void> {
    await Promise.all([...this.works].map((work) => work.runDue()))
  }

  async nextDue(): Promise<Date | undefined> {
    const dues = await Promise.all([...this.works].map((work) => work.nextDue()))
    const known = dues.filter((due) => due !== undefined)
    return known.length === 0 ? undefined : new Date(Math.min(...known.map((due) => due.getTime())))
  }
}
