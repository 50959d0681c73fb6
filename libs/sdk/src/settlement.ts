import type { getDomain } from '@nameyard/contracts/domains/get-domain'
import type { Answer } from '@nameyard/contracts/operation'
import { NoAnswer, NotSettled } from './api-error'
import type { CallOptions } from './client'
import { sleep } from './persistently'

type Domain = Answer<typeof getDomain>

export interface Settlement {
  /**
   * Waits until an order or a restore of a domain is through, and answers the domain then: `ACT`, or `FAI` or `REJ` with
   * its reason, or a state in which somebody else is waited for (`SCH`, `PEN`). Fails with {@link NotSettled} when that
   * takes longer than `timeoutMs`, a minute by default; the work goes on.
   */
  waitUntilSettled(input: { id: number }, options?: Pick<CallOptions, 'signal' | 'timeoutMs'>): Promise<Domain>
}

/** Milliseconds between two looks; most orders are through before the second. */
const PAUSE_MS = 500

/** Statuses of what the platform and the registry are working on. */
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
