import type { Availability } from '@nameyard/epp/availability'
import type { Response } from '@nameyard/epp/response'
import type { Sponsorship } from '@nameyard/epp/sponsorship'

/** What is wrong with the answer to a check. */
export function availabilityFault(id: string, isAvailable: boolean) {
  return (answer: Response<readonly Availability[]>): string | undefined => {
    const found = answer.outcome === 'done' ? answer.data.find((each) => sameId(each.id, id)) : undefined
    if (!found) return `the answer does not name ${id}`
    if (found.available === isAvailable) return undefined
    return `${id} is said to be ${found.available ? 'available' : `not available (${found.reason ?? 'no reason'})`}`
  }
}

/** What is wrong with the sponsor in the answer to an info. */
export function sponsorFault(registrar: string) {
  return (answer: Response<Sponsorship>): string | undefined =>
    answer.outcome === 'done' && answer.data.clID !== registrar
      ? `the sponsor is ${answer.data.clID}, not ${registrar}`
      : undefined
}

/** A registry may echo a name in U-labels or capitals, so only one answer is not compared. */
function sameId(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
