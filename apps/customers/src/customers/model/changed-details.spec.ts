import { changedDetails, otherNames } from './changed-details'
import type { CustomerDetails } from './customer-details'

const before = {
  street: 'Main Street',
  additional_data: { birth_date: '1980-01-01', birth_city: 'Ghent', attached_files: [{ path: 'p' }] },
  extension_additional_data: [
    { name: 'eu', data: { country_of_citizenship: 'NL', whois_email: 'a@example.com' } },
    { name: 'us', data: { nexus_category: 'C11' } },
  ],
} as unknown as CustomerDetails

describe('a change of a customer', () => {
  it('contains only the columns that differ', () => {
    expect(changedDetails(before, { street: 'Main Street', city: 'Ghent' })).toEqual({ city: 'Ghent' })
    expect(changedDetails(before, { additional_data: { attached_files: [{ path: 'p' }] } })).toEqual({})
  })

  it('replaces a list as a whole', () =>
    expect(changedDetails(before, { additional_data: { attached_files: [] } })).toEqual({
      additional_data: { ...before.additional_data, attached_files: [] },
    }))

  it('keeps additional data that was not sent', () => {
    expect(changedDetails(before, { additional_data: { birth_city: '' } })).toEqual({
      additional_data: { ...before.additional_data, birth_city: '' },
    })
  })

  it('keeps extensions that were not sent, and data of an extension that was not sent', () => {
    const given = [
      { name: '.EU', data: { country_of_citizenship: 'BE' } },
      { name: 'fi', data: { org_type: '1' } },
    ]
    expect(changedDetails(before, { extension_additional_data: given })).toEqual({
      extension_additional_data: [
        { name: '.EU', data: { country_of_citizenship: 'BE', whois_email: 'a@example.com' } },
        { name: 'us', data: { nexus_category: 'C11' } },
        { name: 'fi', data: { org_type: '1' } },
      ],
    })
  })
})

describe('names in an update', () => {
  const own = { first_name: 'Anna', prefix: '', initials: '', last_name: 'Tester', company_name: 'Example' }

  it('can repeat the current names', () =>
    expect(otherNames(own, { first_name: 'Anna ', company_name: 'Example' })).toEqual([]))
  it('are reported when they differ', () =>
    expect(otherNames(own, { ...own, last_name: 'Other' })).toEqual(['last_name']))
})
