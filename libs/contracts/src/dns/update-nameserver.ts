import { z } from 'zod'
import { operation } from '../operation'
import { nameserverChanged, nameserverGiven } from './nameserver'
import { nameserverName } from './nameserver-fields'

/** Replaces the addresses of a name server. */
export const updateNameserver = operation({
  id: 'nameservers.update',
  service: 'dns',
  effect: 'write',
  method: 'PUT',
  path: '/v1/dns/nameservers/:name',
  summary: 'Update a nameserver',
  description:
    'Replaces the addresses of a name server, also at the registry if it is a host object there. Free of charge. Undo with another update.',
  params: z.object({ name: nameserverName }),
  body: nameserverGiven,
  result: nameserverChanged,
  errors: [
    'nameserver_not_found',
    'nameserver_ip_invalid',
    'nameserver_ip6_invalid',
    'nameserver_address_missing',
    'nameserver_unavailable',
    'nameserver_busy',
    'domain_status_prohibits',
    'registry_refused',
    'registry_unavailable',
  ],
  example: { name: 'ns1.example.com', ip: '192.0.2.2' },
  schemas: { request: 'nameserverNameserver', response: 'nameserverNameserverBoolResponse' },
})
