import { registryNumber } from './phone'

describe('a telephone number in the form of registries', () => {
  it.each([
    [['+31', '20', '1234567'], '+31.201234567'],
    [['31', '020', '123 45-67'], '+31.201234567'],
    [['+39', '06', '12345678'], '+39.0612345678'],
    [['+1', '(650)', '253-0000'], '+1.6502530000'],
    [['+44', '', '020 7946 0000'], '+44.2079460000'],
  ])('of %j is %s', ([country_code, area_code, subscriber_number], expected) => {
    expect(
      registryNumber({ country_code: country_code!, area_code: area_code!, subscriber_number: subscriber_number! }),
    ).toBe(expected)
  })
})
