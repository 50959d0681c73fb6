import { z } from 'zod'
import { operation } from '../operation'
import { domainNameQuery } from '../primitives/domain-name'
import { flag } from '../primitives/scalars'
import { domain } from './domain'
import { domainId, domainParts } from './domain-fields'

/** Reads one domain by its number. */
export const getDomain = operation({
  id: 'domains.get',
  service: 'domains',
  effect: 'read',
  method: 'GET',
  path: '/v1/domains/:id',
  admitsLimitedKeys: true,
  summary: 'Read a domain',
  description:
    'Use when you know the number of the domain. Returns its status, dates, contacts and name servers; more with the with_ parameters.',
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
      .describe('Also show until when the privacy is paid; false by default.'),
    with_registry_statuses: domainParts.with_registry_statuses,
    is_deleted: flag
      .optional()
      .describe('Find the domain only if it is deleted, or only if it is not; both by default.'),
  }),
  result: domain,
  errors: ['domain_not_found'],
  schemas: { response: 'domainGetDomainResponse' },
})
