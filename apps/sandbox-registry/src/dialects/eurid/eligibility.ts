import { Refusal } from '../../model/result'

const members = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')
/** Parts of member states with a code of their own, and the other states of the Economic Area. */
const residences = new Set([...members, ...'AX GF GP MF MQ RE YT IS LI NO'.split(' ')])
/** Greece has two codes. */
const citizenships = new Set([...members, 'EL'])

export interface Holder {
  readonly country: string
  readonly isPerson: boolean
  readonly citizenship: string | undefined
}

/** Refuses registrants outside of the Economic Area, except citizens of the Union (2306). */
export function refuseIneligible({ country, isPerson, citizenship }: Holder): void {
  if (residences.has(country)) return
  if (!isPerson) throw new Refusal(2306, 'an organization of that country cannot hold a .eu name')
  if (citizenship === undefined) throw new Refusal(2306, 'a person of that country needs a countryOfCitizenship')
  if (!citizenships.has(citizenship)) throw new Refusal(2306, 'the countryOfCitizenship is not in the Union')
}
