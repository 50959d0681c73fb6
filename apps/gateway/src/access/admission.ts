import { fail } from '@nameyard/contracts/errors'
import type { ServiceName } from '@nameyard/contracts/operation'

/**
 * Limits the requests in progress, in total and for each service. Beyond a limit the client is told to retry instead of
 * waiting. This way one stalled service does not block requests to other services.
 */
export class Admission {
  private inFlight = 0
  private readonly byService = new Map<ServiceName, number>()

  constructor(
    private readonly cap: number,
    private readonly capPerService: number,
  ) {}

  /** @param service its limit counts, too; absent for authentication calls, which count only against the total. */
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
