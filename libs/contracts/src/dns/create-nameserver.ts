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
    "Use to describe a nameserver of one's own, so that groups and orders can name it. Below a domain of the account it becomes a host at the registry (glue). Costs nothing; undone by nameservers.delete.",
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
})
