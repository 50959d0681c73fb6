const person = {
  name: { first_name: 'Ada', last_name: 'Jansen' },
  address: { street: 'Keizersgracht', number: '1', zipcode: '1015 CJ', city: 'Amsterdam', country: 'NL' },
  phone: { country_code: '+31', area_code: '20', subscriber_number: '5551234' },
  email: 'ada@example.com',
}
const domain = { name: 'example', extension: 'com' }
/** A name that can be ordered: example.com is taken at the sandbox registry, since it has name servers there. */
const ordered = { name: 'blue-bakery', extension: 'com' }
const hosts = { ns_group: 'example', name_servers: [{ name: 'ns1.example.net' }, { name: 'ns2.example.net' }] }
const www = { type: 'A', name: 'www', value: '192.0.2.10', ttl: 3600 }

/** A request for example.com and www.example.com; its key was thrown away. */
const csr = `-----BEGIN CERTIFICATE REQUEST-----
MIIBLjCB1AIBADA4MQswCQYDVQQGEwJOTDETMBEGA1UECgwKRXhhbXBsZSBCVjEU
MBIGA1UEAwwLZXhhbXBsZS5jb20wWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAT4
pV4Ecg0sE8lj5RBW8RCkaiFxmikinbLbtQA3AbSvs4xamsj2/2D+uNNPm+UsglGA
shAhQlcZ1bia2tSr4RK+oDowOAYJKoZIhvcNAQkOMSswKTAnBgNVHREEIDAeggtl
eGFtcGxlLmNvbYIPd3d3LmV4YW1wbGUuY29tMAoGCCqGSM49BAMCA0kAMEYCIQC+
zXDjqOzmGZUL1lGlWYT84n1CJSoOhwds6pqiw5Ud0wIhANCXpO9/qLijLeI8HPuu
WupT/Mmm4INHKw2O1x3wemRM
-----END CERTIFICATE REQUEST-----
`

/** Bodies that people really send, where the required fields alone would not show it; by operation. */
export const requestExamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'contacts.create': { role: 'tech', username: 'ada', password: 'correct horse battery', ...person },
  'contacts.update': { role: 'billing', api_access_enabled: true, api_client_ip_list: { allow: ['192.0.2.0/24'] } },
  'customers.create': { company_name: 'Example BV', ...person, locale: 'en_GB' },
  'customers.update': { email: 'ada@example.org', phone: person.phone },
  'tags.create': { key: 'customer', value: 'wholesale' },
  'resellers.update': {
    company_name: 'Example BV',
    address: person.address,
    phone: person.phone,
    vat: 'NL123456782B12',
  },
  'email-verifications.start': { email: 'ada@example.com', handle: 'AJ100001-NL', language: 'en' },
  'email-verifications.restart': { email: 'ada@example.com', language: 'en' },
  'nameserver-groups.create': hosts,
  'nameserver-groups.update': { name_servers: hosts.name_servers },
  'nameservers.create': { name: 'ns1.example.com', ip: '192.0.2.1', ip6: '2001:db8::1' },
  'nameservers.update': { name: 'ns1.example.com', ip: '192.0.2.2' },
  'templates.create': {
    name: 'web and mail',
    records: [www, { type: 'MX', name: '', value: 'mail.%domain%', ttl: 3600, prio: 10 }],
  },
  'zones.create': { domain, type: 'master', records: [www, { type: 'TXT', name: '', value: 'v=spf1 -all', ttl: 600 }] },
  'zones.update': { records: { add: [www], remove: [{ type: 'A', name: 'old', value: '192.0.2.9' }] } },
  'zones.apply-template': { template_name: 'web and mail', mode: 'sets' },
  'zones.import': { zone_file: '$TTL 3600\n@ MX 10 mail\nwww A 192.0.2.10\n', mode: 'replace' },
  'zones.restore': { version: 1 },
  'domain-tokens.create': { domain: 'example.com' },
  'domains.create': { domain: ordered, period: 1, owner_handle: 'AJ100001-NL', ns_group: 'dns-openprovider' },
  'domains.renew': { period: 1 },
  'domains.send-foa': { domain: ordered },
  'domains.restore': { domain: ordered },
  'domains.trade': { domain: ordered, owner_handle: 'AJ100001-NL' },
  'domains.transfer': {
    domain: ordered,
    owner_handle: 'AJ100001-NL',
    auth_code: 'k7!Rp2nq',
    ns_group: 'dns-openprovider',
  },
  'domains.update': { ns_group: 'dns-openprovider', is_locked: true, autorenew: 'off' },
  'domains.reset-authcode': { auth_code_type: 'external' },
  'domains.approve-transfer': { approve: 1 },
  'domains.restart-last-operation': { auth_code: 'k7!Rp2nq' },
  'domains.suggest-names': { name: 'blue bakery', tlds: ['com', 'nl'], language: 'dut', limit: 10 },
  'ssl-orders.create': {
    product_id: 5,
    period: 1,
    csr,
    organization_handle: 'AJ100001-NL',
    software_id: 'linux',
    enable_dns_automation: true,
    start_provision: true,
  },
  'ssl-orders.cancel': { id: 10001 },
  'ssl-orders.create-otp-token': { id: 10001 },
  'ssl-orders.resend-approver-email': { id: 10001 },
  'ssl-orders.update': { autorenew: 'on' },
  'ssl-orders.renew': { enable_dns_automation: true },
  'ssl-orders.reissue': { csr, enable_dns_automation: true },
  'ssl-orders.update-approver-email': { approver_email: 'hostmaster@example.com' },
  'csr.create': { bits: 2048, common_name: 'example.com', country: 'NL', email: 'ada@example.com' },
  'csr.decode': { csr },
  'sandbox.advance-clock': { seconds: 86_400 },
  'domains.check': { domains: [domain], with_price: true },
}
