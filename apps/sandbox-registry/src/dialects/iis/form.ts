export const IIS = 'urn:se:iis:xml:epp:iis-1.2'
