import { operation } from '../operation'
import { nameserver, nameserverGiven } from './nameserver'

/** Adds a nameserver to the account; it needs an IPv4 or an IPv6 address. */
export const createNameserver = operation({
  id: 'nameservers.create',
  service: 'dns',
  effect: 'write',
  method: 'POST',
  path: '/v1/dns/nameservers',
  summary: 'Create a nameserver',
  description:
    'Use to store a name server of the account for groups and orders. A name server below a domain of the account becomes a host object at the registry (glue). Free of charge. Undo with nameservers.delete.',
  body: nameserverGiven,
  result: nameserver,
  errors: [
    'nameserver_name_missing',
    'nameserver_name_invalid',
    'nameserver_ip_invalid',
    'nameserver_ip6_invalid',
    'nameserver_address_missing',
    'nameserver_exists',
    'nameserver_unavailable',
    'domain_status_prohibits',
    'registry_refused',
    'registry_unavailable',
  ],
  example: { name: 'ns1.example.com', ip: '192.0.2.1', ip6: '2001:db8::1' },
  schemas: { request: 'nameserverNameserver', response: 'nameserverCreateNameserverResponse' },
})
