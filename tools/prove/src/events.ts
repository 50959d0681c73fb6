import { createWriteStream, type WriteStream } from 'node:fs'

/** The events of a run as JSON lines, each with the milliseconds since its start. */
export class Events {
  private readonly file: WriteStream
  private readonly start = performance.now()

  constructor(readonly path: string) {
    this.file = createWriteStream(path)
  }

  /** Milliseconds since the start of the run. */
  now(): number {
    return Math.round(performance.now() - this.start)
  }

  add(thread: string, event: string, details: object = {}): void {
    this.file.write(`${JSON.stringify({ ms: this.now(), thread, event, ...details })}\n`)
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.file.end(resolve))
  }
}
