import { refuseWrongData, requirementsOf } from './requirements'

describe('the required data of extensions', () => {
  it('is listed for the domain and for its registrant', () => {
    expect(requirementsOf('com', 'domain').map(({ name, type }) => [name, type])).toEqual([
      ['idn_script', 'select'],
      ['consent_for_publishing', 'select'],
    ])
    expect(requirementsOf('eu', 'customer')).toMatchObject([
      { name: 'country_of_citizenship', type: 'select', required: false },
    ])
    expect(requirementsOf('nl', 'domain')).toEqual([])
  })

  it('is required for a create, transfer or trade, but not for an update', () => {
    expect(requirementsOf('ca', 'domain', 'transfer')).toMatchObject([{ name: 'legal_type', required: true }])
    expect(requirementsOf('ca', 'domain', 'update')).toMatchObject([{ name: 'legal_type', required: false }])
    expect(requirementsOf('ca', 'domain', 'renew')).toEqual([])
  })

  it.each([
    ['additional_data_missing', 'ca', {}, 'create'],
    ['additional_data_invalid', 'ca', { legal_type: 'NONE' }, 'create'],
    ['additional_data_invalid', 'com', { idn_script: 'NONE' }, 'update'],
  ])('refuses with %s under .%s %j', (refusal, extension, given, operation) => {
    expect(() => refuseWrongData(extension, given, operation)).toThrow(expect.objectContaining({ refusal }))
  })

  it('accepts listed values, and does not check unknown fields', () => {
    refuseWrongData('com', { idn_script: 'GER', trademark: 'mine' }, 'create')
    refuseWrongData('ca', {}, 'update')
  })
})
