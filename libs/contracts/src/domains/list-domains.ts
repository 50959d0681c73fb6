import { z } from 'zod'
import { operation } from '../operation'
import { page, results } from '../primitives/page'
import { flag, orderedBy, pattern, resourceId, text, unlessBlank, word } from '../primitives/scalars'
import { refusedAs } from '../primitives/refused-as'
import { texts } from '../primitives/texts'
import { domain, domainStatuses, removalReasons } from './domain'

const status = refusedAs(word(...domainStatuses), { wrong: 'status_invalid' })

/** Lists the account's domains, a page at a time. */
export const listDomains = operation({
  id: 'domains.list',
  service: 'domains',
  effect: 'read',
  method: 'GET',
  path: '/v1/domains',
  summary: 'List domains',
  description:
    'Use to find domains and orders of the account by name, status, date or handle. Answers a page and the total.',
  query: z.object({
    ...page(),
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
    id: resourceId.optional(),
    full_name: z.string().max(255).optional().meta({ description: 'The whole name; matches every row of that name.' }),
    domain_names: z.array(z.string().max(255)).max(100).optional().meta({ description: 'Whole names.' }),
    extension: z.string().max(255).optional(),
    domain_name_pattern: pattern
      .optional()
      .meta({ description: 'Matches the name without its extension; wildcard `*`.' }),
    ns_group_pattern: pattern.optional(),
    comment_pattern: pattern.optional(),
    contact_handle: z.string().max(64).optional().meta({ description: 'The handle in any of the roles.' }),
    status: status.optional(),
    status_not_equal: z.array(status).optional(),
    queue_status: refusedAs(word('new', 'trade', 'transfer', 'transferOut', 'renew'), {
      wrong: 'queue_status_invalid',
    }).optional(),
    renewal_date: text.optional().meta({ description: 'YYYY-MM-DD' }),
    application_mode: unlessBlank,
    is_deleted: flag.optional(),
    removal_reason: word(...removalReasons)
      .optional()
      .meta({ description: 'Why a name is not in the account any more; with is_deleted.' }),
    is_abusive: flag.optional(),
    with_history: flag.prefault(false),
    with_api_history: flag.prefault(false),
    with_additional_data: flag.prefault(false),
    with_verification_email: flag.prefault(false),
    with_registry_statuses: flag.prefault(false),
    with_abuse_details: flag.prefault(false),
    response: z.object(texts('type', 'to')).optional().meta({ description: 'Accepted without effect.' }),
  }),
  result: results(domain),
  errors: ['status_invalid', 'queue_status_invalid'],
})
