const phone = { country_code: '+31', area_code: '20', subscriber_number: '5551234' }

/** Customers of each sample account. */
export const customers = [
  {
    name: { first_name: 'Ada', last_name: 'Jansen' },
    address: { street: 'Keizersgracht', number: '1', zipcode: '1015 CJ', city: 'Amsterdam', country: 'NL' },
    phone,
    email: 'ada@example.com',
  },
  {
    company_name: 'Peeters Fietsen BV',
    name: { first_name: 'Jef', last_name: 'Peeters' },
    address: { street: 'Meir', number: '12', zipcode: '2000', city: 'Antwerpen', country: 'BE' },
    phone: { country_code: '+32', area_code: '3', subscriber_number: '5551234' },
    email: 'jef@example.net',
  },
  {
    name: { first_name: 'Greta', last_name: 'Sommer' },
    address: { street: 'Torstraße', number: '7', zipcode: '10119', city: 'Berlin', country: 'DE' },
    phone: { country_code: '+49', area_code: '30', subscriber_number: '5551234' },
    email: 'greta@example.org',
  },
]

/** Records of each sample zone. */
export const records = [
  { type: 'A', name: '', value: '192.0.2.10', ttl: 3600 },
  { type: 'A', name: 'www', value: '192.0.2.10', ttl: 3600 },
  { type: 'AAAA', name: 'www', value: '2001:db8::10', ttl: 3600 },
  { type: 'MX', name: '', value: 'mail.example.net', prio: 10, ttl: 3600 },
  { type: 'TXT', name: '', value: 'v=spf1 mx -all', ttl: 3600 },
] as const
