/** What can be wrong with where somebody is and is reached, one refusal for each part. */
export const particularErrors = [
  'street_missing',
  'street_invalid',
  'house_number_invalid',
  'house_suffix_invalid',
  'zipcode_invalid',
  'city_missing',
  'city_invalid',
  'state_invalid',
  'country_missing',
  'country_invalid',
  'phone_country_code_missing',
  'phone_country_code_invalid',
  'phone_area_code_invalid',
  'phone_subscriber_number_missing',
  'phone_subscriber_number_invalid',
  'phone_invalid',
  'fax_country_code_invalid',
  'fax_area_code_invalid',
  'fax_subscriber_number_invalid',
  'fax_invalid',
  'vat_invalid',
] as const

/** What can be wrong with the parts of a customer that may change. */
export const detailErrors = [
  ...particularErrors,
  'email_missing',
  'email_invalid',
  'birth_date_invalid',
  'registration_date_invalid',
  'tag_value_invalid',
] as const

/** What can be wrong with names beside it; they are given once. */
export const nameErrors = [
  'initials_invalid',
  'first_name_missing',
  'first_name_invalid',
  'prefix_invalid',
  'last_name_missing',
  'last_name_invalid',
  'company_name_invalid',
] as const
