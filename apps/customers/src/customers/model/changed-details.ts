import { differing } from '../../party/model/differing'
import type { PartyNames } from '../../party/model/party-details'
import type { CustomerDetails } from './customer-details'

/** Returns the columns that an update changes. Parts that were not sent stay. */
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

type Extensions = CustomerDetails['extension_additional_data']

/** Merges the data of extensions. Extensions, and fields of an extension, that were not sent stay. */
function mergedExtensions(before: Extensions, given: Extensions): Extensions {
  const key = (name: string) => name.trim().toLowerCase().replace(/^\./, '')
  const merged = new Map(before.map((facts) => [key(String(facts.name)), facts]))
  for (const { name: extension, data } of given) {
    const name = String(extension)
    merged.set(key(name), { name, data: { ...merged.get(key(name))?.data, ...data } })
  }
  return [...merged.values()]
}

/** Returns the names of a request that differ from the customer's names. */
export function otherNames(own: PartyNames, given: Partial<PartyNames>): (keyof PartyNames)[] {
  return (Object.keys(given) as (keyof PartyNames)[]).filter((column) => given[column]!.trim() !== own[column].trim())
}
