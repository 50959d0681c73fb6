import { z } from 'zod'
import { operation } from '../operation'
import { nameserverName } from './about-nameservers'
import { nameserverChanged, nameserverGiven } from './nameserver'

/** Gives a nameserver the addresses of the request and no others. */
export const updateNameserver = operation({
  id: 'nameservers.update',
  service: 'dns',
  effect: 'write',
  method: 'PUT',
  path: '/v1/dns/nameservers/:name',
  summary: 'Update a nameserver',
  description:
    'Replaces the addresses of a nameserver by those given, at the registry too where it is a host there. Costs nothing; undone by another update.',
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
})
