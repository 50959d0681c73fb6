import { z } from 'zod'
import { operation } from '../operation'
import { nameserver } from './nameserver'
import { nameserverName } from './nameserver-fields'

/** Reads one nameserver by its name. */
export const getNameserver = operation({
  id: 'nameservers.get',
  service: 'dns',
  effect: 'read',
  method: 'GET',
  path: '/v1/dns/nameservers/:name',
  summary: 'Read a nameserver',
  description: 'Use when you know the host name. Returns its addresses.',
  params: z.object({ name: nameserverName }),
  result: nameserver,
  errors: ['nameserver_not_found'],
  schemas: { response: 'nameserverGetNameserverResponse' },
})
