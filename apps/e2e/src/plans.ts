import { namedBrokers } from '@nameyard/testing/broker'

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
