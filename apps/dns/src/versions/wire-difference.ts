import type { z } from 'zod'
import type { zoneDifference } from '@nameyard/contracts/dns/zone-plan'
import { presentRecord } from '@nameyard/zone/zone-record'
import type { ChangeSet } from '../records/model/difference'
import { stepsOf } from '../records/model/steps'

type Difference = Omit<z.input<typeof zoneDifference>, 'version' | 'to'>

/** Returns a change as the wire has it: the counts, and the change record by record. */
export function wireDifference(changeSet: ChangeSet): Difference {
  const steps = stepsOf(changeSet)
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
