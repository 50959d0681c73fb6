import { Refusal } from '@nameyard/contracts/errors'
import type { CustomerFault } from './model/customer-faults'

/** Refuses a customer by the first of its faults and names the others beside it. */
export function refuseFaults(faults: readonly CustomerFault[]): void {
  const [first] = faults
  if (!first) return
  const named = faults.map(({ path, problem, refusal }) => ({ path, problem, refusal }))
  throw new Refusal(first.refusal, first.details, named)
}
