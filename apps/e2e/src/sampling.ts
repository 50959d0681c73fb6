import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { namedBrokers } from '@nameyard/testing/broker'
import { root } from './run'

/** Whether this run tries every fault: `npm run test:faults`. */
export const isWhole = process.env.TEST_FAULTS === 'all'

const seed = process.env.TEST_SEED ?? seedOfCommit()

/** How the faults of this run were chosen. The test names contain it, so that a run can be repeated. */
export const choice = isWhole ? 'all of them' : `seed ${seed}`

/** Returns every fault in a whole run. In any other run the seed chooses `ofEachKind` faults of each kind. */
export function sampled<T>(faults: readonly T[], ofEachKind: number, kindOf: (fault: T) => string): readonly T[] {
  if (isWhole) return faults
  const place = (fault: T) =>
    createHash('sha256')
      .update(`${seed} ${JSON.stringify(fault)}`)
      .digest('hex')
  const shuffled = faults.toSorted((one, other) => place(one).localeCompare(place(other)))
  const kinds = new Set(faults.map(kindOf))
  return [...kinds].flatMap((kind) => shuffled.filter((fault) => kindOf(fault) === kind).slice(0, ofEachKind))
}

/** The faults of a run on one broker. */
export interface Plan<T> {
  readonly broker: string
  readonly url: string
  readonly faults: readonly T[]
}

/** Divides the faults among the brokers of this run, always in the same way. Faults of `isForEach` run on every broker. */
export function plansFor<T>(all: readonly T[], chosen: readonly T[], isForEach: (fault: T) => boolean): Plan<T>[] {
  const brokers = namedBrokers()
  const isOn = (fault: T, broker: number) => isForEach(fault) || all.indexOf(fault) % brokers.length === broker
  return brokers
    .map(([broker, url], at) => ({ broker, url, faults: chosen.filter((fault) => isOn(fault, at)) }))
    .filter(({ faults }) => faults.length > 0)
}

/** The random seed is the commit hash, so a failed run can be repeated. */
function seedOfCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  } catch {
    return 'nameyard'
  }
}
