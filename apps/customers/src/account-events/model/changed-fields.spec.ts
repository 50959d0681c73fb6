import { changedFields } from './changed-fields'

it('names the fields of the read that changed columns are part of, each once', () => {
  const columns = [
    'role',
    'street',
    'city',
    'phone_area_code',
    'api_denied_from',
    'email',
    'fax_country_code',
    'prefix',
  ]
  expect(changedFields(columns)).toEqual(['address', 'api_client_ip_list', 'email', 'fax', 'name', 'phone', 'role'])
  expect(changedFields([])).toEqual([])
})
