import { z } from 'zod'
import { operation } from '../operation'
import { domainNameQuery } from '../primitives/domain-name'
import { flag } from '../primitives/scalars'
import { domain } from './domain'
import { domainId, domainParts } from './about-domains'

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
  params: z.object({ id: domainId }),
  query: z.object({
    domain: domainNameQuery.describe('Name of the domain that the path names by its number; another name is refused.'),
    with_history: domainParts.with_history,
    with_api_history: domainParts.with_api_history,
    with_additional_data: domainParts.with_additional_data,
    with_verification_email: domainParts.with_verification_email,
    with_abuse_details: domainParts.with_abuse_details,
    with_whois_privacy_data: flag
      .prefault(false)
      .describe('Show until when privacy is paid for, too; false by default.'),
    with_registry_statuses: domainParts.with_registry_statuses,
    is_deleted: flag.optional().describe('Only when the domain is deleted, or only when it is not; either by default.'),
  }),
  result: domain,
  errors: ['domain_not_found'],
})
