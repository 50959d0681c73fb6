import { fail } from '@nameyard/contracts/errors'
import { isPublicSuffix } from '@nameyard/names/public-suffix'
import { newApex } from '../records/apex'

/** Returns the name of a path in A-labels and lower case. Refuses a name that no account can have. */
export function claimable(given: string): string {
  const [name = '', ...extension] = given.replace(/\.$/, '').split('.')
  const apex = newApex({ name, extension: extension.join('.') })
  return isPublicSuffix(apex) ? fail('zone_unavailable', { zone: apex }) : apex
}

/** Owner name of the record that proves control of a name. */
export function proofNameOf(apex: string): string {
  return `_nameyard-challenge.${apex}`
}
