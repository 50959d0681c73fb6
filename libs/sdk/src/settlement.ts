import type { getDomain } from '@nameyard/contracts/domains/get-domain'
import type { Answer } from '@nameyard/contracts/operation'
import { NoAnswer, NotSettled } from './api-error'
import type { CallOptions } from './call-options'
import { sleep } from './persistently'

type Domain = Answer<typeof getDomain>

export interface Settlement {
  /**
   * Waits until an order or a restore of a domain is completed, and returns the domain: `ACT`, or `FAI` or `REJ` with the
   * reason, or a status that waits for a person or a date (`SCH`, `PEN`). Throws {@link NotSettled} after `timeoutMs`, one
   * minute by default; the order continues.
   */
  waitUntilSettled(input: { id: number }, options?: Pick<CallOptions, 'signal' | 'timeoutMs'>): Promise<Domain>
}

/** Milliseconds between two requests; most orders are completed before the second. */
const PAUSE_MS = 500

/** Statuses of pending orders and restores. */
const underWay: readonly string[] = ['REQ', 'RRQ'] satisfies Domain['status'][]

export function waitUntilSettled(get: (input: { id: number }, options: CallOptions) => Promise<Domain>) {
  return async (
    { id }: { id: number },
    { signal: given, timeoutMs = 60_000 }: Pick<CallOptions, 'signal' | 'timeoutMs'> = {},
  ): Promise<Domain> => {
    const signal = given ?? new AbortController().signal
    const end = performance.now() + timeoutMs
    let seen = 'not answered'
    const left = () => Math.max(1, end - performance.now())
    for (;;) {
      const domain = await get({ id }, { signal, timeoutMs: left() }).catch((error: unknown) => {
        if (error instanceof NoAnswer && !signal.aborted && performance.now() >= end)
          throw new NotSettled(`Domain ${id} is still ${seen}`, { cause: error })
        throw error
      })
      if (!underWay.includes(domain.status)) return domain
      seen = domain.status
      if (performance.now() + PAUSE_MS > end) throw new NotSettled(`Domain ${id} is still ${seen}`)
      await sleep(PAUSE_MS, signal)
    }
  }
}
