import { z } from 'zod'
import { operation } from '../operation'
import { cursor, nextCursor } from '../primitives/cursor'
import { page, results } from '../primitives/page'
import { refusedAs } from '../primitives/refused-as'
import { flag, orderedBy, pattern, resourceId, text, unlessBlank, word } from '../primitives/scalars'
import { responseIgnored } from '../primitives/texts'
import { domain, domainStatuses, removalReasons } from './domain'
import { descriptions, domainParts } from './domain-fields'

const status = refusedAs(word(...domainStatuses), { wrong: 'status_invalid' })

/** Lists the account's domains, a page at a time. */
export const listDomains = operation({
  id: 'domains.list',
  service: 'domains',
  effect: 'read',
  method: 'GET',
  path: '/v1/domains',
  admitsLimitedKeys: true,
  summary: 'List domains',
  description:
    'Use to find domains and orders of the account by name, status, date or handle. Returns one page and the total. To read all, use cursor.',
  query: z.object({
    ...page(),
    ...cursor,
    order_by: orderedBy(
      'id',
      'domain_name',
      'domain_extension',
      'order_date',
      'active_date',
      'expiration_date',
      'renewal_date',
      'status',
      'transfer_date',
    ).optional(),
    id: resourceId.optional().describe('Only the domain with this number.'),
    full_name: z
      .string()
      .max(255)
      .optional()
      .describe('Whole name, such as example.com; finds every order of that name.'),
    domain_names: z.array(z.string().max(255)).max(100).optional().describe('Whole names, at most 100.'),
    extension: z
      .string()
      .max(255)
      .optional()
      .describe('Only domains of this extension, such as com; a leading dot is ignored.'),
    domain_name_pattern: pattern
      .optional()
      .describe('Name without its extension to look for; `*` stands for any characters.'),
    ns_group_pattern: pattern.optional().describe('Name server group to look for; `*` stands for any characters.'),
    comment_pattern: pattern.optional().describe('Comment to look for; `*` stands for any characters.'),
    contact_handle: z.string().max(64).optional().describe('Handle of a customer: only domains where it has any role.'),
    status: status.optional().describe(`Only domains with this status. ${descriptions.status}`),
    status_not_equal: z.array(status).optional().describe('Leave out domains with these statuses.'),
    queue_status: refusedAs(word('new', 'trade', 'transfer', 'transferOut', 'renew'), {
      wrong: 'queue_status_invalid',
    })
      .optional()
      .describe(
        'Only domains with a pending operation: `new` orders, `trade`, `transfer`, `transferOut`, or domains that `renew`.',
      ),
    renewal_date: text.optional().describe('Only domains that renew on this day, as `YYYY-MM-DD`.'),
    application_mode: unlessBlank.describe('Only orders in this phase of a launch, such as sunrise.'),
    is_deleted: flag
      .optional()
      .describe('Only domains that are deleted or left the account, or only those that are not.'),
    removal_reason: word(...removalReasons)
      .optional()
      .describe('Only domains that left the account for this reason; use with is_deleted.'),
    is_abusive: flag.optional().describe('Only domains with reports of abuse, of which there are none here.'),
    with_history: domainParts.with_history,
    with_api_history: domainParts.with_api_history,
    with_additional_data: domainParts.with_additional_data,
    with_verification_email: domainParts.with_verification_email,
    with_registry_statuses: domainParts.with_registry_statuses,
    with_abuse_details: domainParts.with_abuse_details,
    response: responseIgnored.optional(),
  }),
  result: results(domain).extend(nextCursor),
  errors: ['status_invalid', 'queue_status_invalid'],
  schemas: { response: 'domainListDomainsResponse' },
})
