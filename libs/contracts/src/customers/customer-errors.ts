/** Refusals of a person's address, telephone and other details, one for each field. */
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

/** Refusals of the parts of a customer that can change. */
export const detailErrors = [
  ...particularErrors,
  'email_missing',
  'email_invalid',
  'birth_date_invalid',
  'registration_date_invalid',
  'tag_value_invalid',
] as const

/** Additional refusals of names, which are set once. */
export const nameErrors = [
  'initials_invalid',
  'first_name_missing',
  'first_name_invalid',
  'prefix_invalid',
  'last_name_missing',
  'last_name_invalid',
  'company_name_invalid',
] as const
