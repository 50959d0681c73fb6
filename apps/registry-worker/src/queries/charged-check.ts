import type { Availability } from '@nameyard/epp/availability'
import type { Command } from '@nameyard/epp/command'
import { checkDomain } from '@nameyard/epp/domain/check'
import { extended } from '@nameyard/epp/extension'
import { checkedCharges, priceOf, setsOf } from '@nameyard/epp/extensions/charge/charge'

/** Charges have no currency: Identity Digital, which defined them, bills in US dollars. */
const CURRENCY = 'USD'

/** The availability of a name, and its price when it has one of its own. */
interface Charged extends Availability {
  readonly premium?: { readonly currency: string; readonly create: number }
}

/** A check whose answer has the charges of names that are not ordinary. */
export function checkWithCharges(names: readonly string[]): Command<Charged[]> {
  const question = extended(checkDomain(names), checkedCharges)
  return {
    ...question,
    decode: (answer) => {
      const { checked, charges } = question.decode(answer)
      return checked.map((availability) => {
        const sets = setsOf(charges.get(availability.id.toLowerCase()) ?? [], 'create')
        if (sets.length === 0) return availability
        return { ...availability, premium: { currency: CURRENCY, create: priceOf(sets, 'create') } }
      })
    },
  }
}
