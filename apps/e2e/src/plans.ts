import { namedBrokers } from '@nameyard/testing/broker'
import { sampled } from '@nameyard/testing/sampling'

/** The faults of a run on one broker. */
export interface Plan<T> {
  readonly broker: string
  readonly url: string
  readonly faults: readonly T[]
}

/** The brokers that a file tests, with their names: one that the seed chooses, in a whole run all of this run. */
export function someBrokers(file: string): ReturnType<typeof namedBrokers> {
  const brokers = namedBrokers()
  // Chosen by name, because the port and password of a broker differ in each run.
  const names = brokers.map(([name]) => name)
  const chosen = sampled(names, 1, () => 'broker', file)
  return brokers.filter(([name]) => chosen.includes(name))
}

/** Divides the faults among the brokers, always in the same way. Faults of `isForEach` run on every broker. */
export function plansFor<T>(
  brokers: ReturnType<typeof namedBrokers>,
  all: readonly T[],
  chosen: readonly T[],
  isForEach: (fault: T) => boolean,
): Plan<T>[] {
  const isOn = (fault: T, broker: number) => isForEach(fault) || all.indexOf(fault) % brokers.length === broker
  return brokers
    .map(([broker, url], at) => ({ broker, url, faults: chosen.filter((fault) => isOn(fault, at)) }))
    .filter(({ faults }) => faults.length > 0)
}
