import { Refusal } from '@nameyard/contracts/errors'
import { tlds } from './catalogue'
import { refuseIneligible } from './eligibility'

type Owner = Parameters<typeof refuseIneligible>[1]

function refusalOf(extension: string, owner: Owner): string | undefined {
  try {
    refuseIneligible(tlds.get(extension)!, owner)
    return undefined
  } catch (error) {
    return (error as Refusal).refusal
  }
}

it.each<[extension: string, owner: Owner]>([
  ['com', { countryCode: 'US' }],
  ['eu', { countryCode: 'NL' }],
  ['eu', { countryCode: 'NO', organization: 'Fjord AS' }],
  ['eu', { countryCode: 'US', citizenship: 'DE' }],
  ['eu', { countryCode: 'US', citizenship: 'EL' }],
  ['fr', { countryCode: 'CH' }],
  ['fr', { countryCode: 'PF' }],
])('accepts for .%s the owner %j', (extension, owner) => {
  expect(refusalOf(extension, owner)).toBeUndefined()
})

it.each<[extension: string, owner: Owner]>([
  ['eu', { countryCode: 'US' }],
  ['eu', { countryCode: 'CH' }],
  ['eu', { countryCode: 'US', citizenship: 'NO' }],
  ['eu', { countryCode: 'US', citizenship: 'DE', organization: 'Example Inc.' }],
  ['fr', { countryCode: 'US', citizenship: 'FR' }],
  ['fr', { countryCode: 'GB' }],
])('refuses for .%s the owner %j', (extension, owner) => {
  expect(refusalOf(extension, owner)).toBe('owner_not_eligible')
})
