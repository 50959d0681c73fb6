import { fail } from '@nameyard/contracts/errors'
import type { ServiceName } from '@nameyard/contracts/operation'

/**
 * Counts the requests in flight, in all and by the service that is to answer; beyond either cap a client is told to
 * come back rather than left to wait. One service that has come to a standstill so keeps nobody from the others.
 */
export class Admission {
  private inFlight = 0
  private readonly byService = new Map<ServiceName, number>()

  constructor(
    private readonly cap: number,
    private readonly capPerService: number,
  ) {}

  /** @param service counts against its cap; verdicts on tokens count against the total alone. */
  async during<T>(work: () => Promise<T>, service?: ServiceName): Promise<T> {
    const waiting = service === undefined ? 0 : (this.byService.get(service) ?? 0)
    if (this.inFlight >= this.cap || waiting >= this.capPerService) fail('service_unavailable')
    this.count(service, 1)
    try {
      return await work()
    } finally {
      this.count(service, -1)
    }
  }

  private count(service: ServiceName | undefined, change: 1 | -1): void {
    this.inFlight += change
    if (service !== undefined) this.byService.set(service, (this.byService.get(service) ?? 0) + change)
  }
}
