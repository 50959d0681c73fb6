const at = (name: string) => `http://www.nic.at/xsd/at-ext-${name}-1.0`

export const EPP_EXT = at('epp')
export const DOMAIN_EXT = at('domain')
export const CONTACT_EXT = at('contact')
export const MESSAGE_EXT = at('message')
export const RESULT_EXT = at('result')
