import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { namedBrokers } from '@nameyard/testing/broker'
import { root } from './run'

/** Whether this run meets every fault there is: `npm run test:faults`. */
export const isWhole = process.env.TEST_FAULTS === 'all'

const seed = process.env.TEST_SEED ?? seedOfCommit()

/** How the faults of this run were chosen; to be read in the names of its tests, so that a run can be repeated. */
export const choice = isWhole ? 'all of them' : `seed ${seed}`

/** Every fault in a whole run; in any other as many of each kind as are wanted, as the seed chooses them. */
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

/** Shares faults out among the brokers of this run, of all there are the same ones to the same; some are for each. */
export function sharedOut<T>(all: readonly T[], chosen: readonly T[], isForEach: (fault: T) => boolean): Plan<T>[] {
  const brokers = namedBrokers()
  const isOn = (fault: T, broker: number) => isForEach(fault) || all.indexOf(fault) % brokers.length === broker
  return brokers
    .map(([broker, url], at) => ({ broker, url, faults: chosen.filter((fault) => isOn(fault, at)) }))
    .filter(({ faults }) => faults.length > 0)
}

/** What a run does is told by its commit: a failure that nobody can repeat helps nobody. */
function seedOfCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  } catch {
    return 'nameyard'
  }
}
