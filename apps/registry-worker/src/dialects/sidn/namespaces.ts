export const SIDN = 'http://rxsd.domain-registry.nl/sidn-ext-epp-1.0'
export const SCHEDULED_DELETE = 'http://rxsd.domain-registry.nl/sidn-ext-epp-scheduled-delete-1.0'
export const CONTACTS_DELETE = 'http://rxsd.domain-registry.nl/sidn-ext-epp-registry-contacts-delete-1.0'
