import { isDeepStrictEqual } from 'node:util'
import type { CustomerDetails, CustomerNames } from './customer-details'

/** The columns of an update that differ from what is there; parts that were not sent stay. */
export function changedDetails(before: CustomerDetails, given: Partial<CustomerDetails>): Partial<CustomerDetails> {
  const after: Partial<CustomerDetails> = {
    ...given,
    ...(given.additional_data && { additional_data: { ...before.additional_data, ...given.additional_data } }),
    ...(given.extension_additional_data && {
      extension_additional_data: mergedExtensions(before.extension_additional_data, given.extension_additional_data),
    }),
  }
  const changed = Object.entries(after).filter(
    ([column, value]) => !isDeepStrictEqual(value, before[column as keyof CustomerDetails]),
  )
  return Object.fromEntries(changed)
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
export function otherNames(own: CustomerNames, given: Partial<CustomerNames>): (keyof CustomerNames)[] {
  return (Object.keys(given) as (keyof CustomerNames)[]).filter(
    (column) => given[column]!.trim() !== own[column].trim(),
  )
}
