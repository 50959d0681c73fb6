const no = (name: string) => `http://www.norid.no/xsd/no-ext-${name}`

export const EPP_EXT = no('epp-1.0')
export const DOMAIN_EXT = no('domain-1.1')
export const CONTACT_EXT = no('contact-1.0')
export const HOST_EXT = no('host-1.0')
export const RESULT_EXT = no('result-1.0')
