import { fail } from '@nameyard/contracts/errors'

/** Counts the requests in flight; beyond the cap a client is told to come back rather than left to wait. */
export class Admission {
  private inFlight = 0

  constructor(private readonly cap: number) {}

  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.inFlight >= this.cap) fail('service_unavailable')
    this.inFlight++
    try {
      return await work()
    } finally {
      this.inFlight--
    }
  }
}
