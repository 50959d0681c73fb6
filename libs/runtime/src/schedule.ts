import { Injectable } from '@nestjs/common'

/** Work of a service that waits for the platform's time. */
export interface Timed {
  /** When it next has something to do: now or in the past while it is at it, undefined when nothing waits. */
  nextDue(): Promise<Date | undefined>
  /** Does what is due, or sees to it that it is done soon; may be called while it is at it. */
  runDue(): Promise<unknown>
}

/**
 * All work of a service that waits for the platform's time. The work looks after itself; this is for whoever moves the
 * time and must know what comes next.
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
