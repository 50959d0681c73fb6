import { Refusal } from '@nameyard/contracts/errors'
import type { PartyFault } from './model/party-faults'

/** Refuses with the first fault and lists all of them. */
export function refuseFaults(faults: readonly PartyFault[]): void {
  const [first] = faults
  if (!first) return
  const named = faults.map(({ path, problem, refusal }) => ({ path, problem, refusal }))
  throw new Refusal(first.refusal, first.details, named)
}
