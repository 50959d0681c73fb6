export const DNSBE = 'http://www.dns.be/xml/epp/dnsbe-1.0'
