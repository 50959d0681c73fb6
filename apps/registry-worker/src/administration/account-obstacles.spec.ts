import { feeVersions } from '@nameyard/epp/extensions/fee/versions'
import { FEE, RGP, SECDNS } from '@nameyard/epp/namespaces'
import { clockObstacle, missingServices } from './account-obstacles'

const served = (...suffixes: string[]) =>
  suffixes.map((suffix) => ({ suffix, tld: { extensions: new Set([RGP, SECDNS, FEE]) } }))

it('names what does not work for which extensions when an EPP extension is not offered', () => {
  expect(missingServices({ extURIs: [RGP, SECDNS] }, served('com', 'net'))).toEqual([
    { step: 'services', text: `The registry does not offer ${FEE}: no prices of premium names for .com, .net.` },
  ])
  expect(missingServices({ extURIs: [RGP, SECDNS, FEE] }, served('com'))).toEqual([])
})

it('accepts an older version of fees', () => {
  expect(missingServices({ extURIs: [RGP, SECDNS, feeVersions.at(-1)!] }, served('com'))).toEqual([])
})

it('names at most five extensions', () => {
  const [obstacle] = missingServices({ extURIs: [RGP, SECDNS] }, served('a', 'b', 'c', 'd', 'e', 'f', 'g'))
  expect(obstacle!.text).toContain('.a, .b, .c, .d, .e and 2 more.')
})

it('names a clock that differs by more than a minute', () => {
  expect(clockObstacle(60_000)).toEqual([])
  expect(clockObstacle(61_000)).toEqual([{ step: 'clock', text: expect.stringContaining('61 seconds ahead') }])
})
