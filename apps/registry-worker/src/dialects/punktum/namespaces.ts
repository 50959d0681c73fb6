export const DKHM = 'urn:dkhm:params:xml:ns:dkhm-4.5'
