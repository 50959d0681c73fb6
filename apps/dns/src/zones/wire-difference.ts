import type { zoneDifference } from '@nameyard/contracts/dns/zone-plan'
import { presentRecord } from '@nameyard/zone/zone-record'
import type { z } from 'zod'
import { stepsOf, type Exchange } from './model/steps'

type Difference = Omit<z.input<typeof zoneDifference>, 'version' | 'to'>

/** What is exchanged, counted and record by record, as the wire has it. */
export function wireDifference(exchange: Exchange): Difference {
  const steps = stepsOf(exchange)
  return {
    added: steps.filter(({ was }) => was === undefined).length,
    removed: steps.filter(({ is }) => is === undefined).length,
    changed: steps.filter(({ was, is }) => was && is).length,
    changes: steps.map(({ was, is }) => ({
      ...(was && { was: presentRecord(was) }),
      ...(is && { is: presentRecord(is) }),
    })),
  }
}
