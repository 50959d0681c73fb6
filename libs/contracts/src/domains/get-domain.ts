import { z } from 'zod'
import { operation } from '../operation'
import { domainNameQuery } from '../primitives/domain-name'
import { flag, resourceId } from '../primitives/scalars'
import { domain } from './domain'

/** Reads one domain by its number. */
export const getDomain = operation({
  id: 'domains.get',
  service: 'domains',
  effect: 'read',
  method: 'GET',
  path: '/v1/domains/:id',
  summary: 'Read a domain',
  description:
    'Use when the number of the domain is known. Answers its status, dates, people and nameservers; more with the with_ fields.',
  params: z.object({ id: resourceId }),
  query: z.object({
    domain: domainNameQuery,
    with_history: flag.prefault(false),
    with_api_history: flag.prefault(false),
    with_additional_data: flag.prefault(false),
    with_verification_email: flag.prefault(false),
    with_abuse_details: flag.prefault(false),
    with_whois_privacy_data: flag.prefault(false),
    with_registry_statuses: flag.prefault(false),
    is_deleted: flag.optional(),
  }),
  result: domain,
  errors: ['domain_not_found'],
})
