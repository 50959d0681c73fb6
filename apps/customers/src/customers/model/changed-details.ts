import { isDeepStrictEqual } from 'node:util'
import type { CustomerDetails } from './customer-details'
import type { PartyNames } from './particulars'

/** The columns of an update that differ from what is there; parts that were not sent stay. */
export function changedDetails(before: CustomerDetails, given: Partial<CustomerDetails>): Partial<CustomerDetails> {
  const after: Partial<CustomerDetails> = {
    ...given,
    ...(given.additional_data && { additional_data: { ...before.additional_data, ...given.additional_data } }),
    ...(given.extension_additional_data && {
      extension_additional_data: mergedExtensions(before.extension_additional_data, given.extension_additional_data),
    }),
  }
  return differing(before, after)
}

/** The columns that differ from what is there. */
export function differing<Columns extends object>(before: Columns, given: Partial<Columns>): Partial<Columns> {
  const changed = Object.entries(given).filter(
    ([column, value]) => !isDeepStrictEqual(value, before[column as keyof Columns]),
  )
  return Object.fromEntries(changed) as Partial<Columns>
}

type Extensions = CustomerDetails['extension_additional_data']

/** Facts are kept by extension: those of one that was not sent stay, of one that was sent the facts not sent stay. */
function mergedExtensions(before: Extensions, given: Extensions): Extensions {
  const key = (name: string) => name.trim().toLowerCase().replace(/^\./, '')
  const merged = new Map(before.map((facts) => [key(String(facts.name)), facts]))
  for (const { name: extension, data } of given) {
    const name = String(extension)
    merged.set(key(name), { name, data: { ...merged.get(key(name))?.data, ...data } })
  }
  return [...merged.values()]
}

/** The names of a request that are not the customer's own. */
export function otherNames(own: PartyNames, given: Partial<PartyNames>): (keyof PartyNames)[] {
  return (Object.keys(given) as (keyof PartyNames)[]).filter((column) => given[column]!.trim() !== own[column].trim())
}
