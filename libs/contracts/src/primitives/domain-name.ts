import { z } from 'zod'
import { refusedAs } from './refused-as'

/** A domain name in its two parts, as clients write it. The service normalizes case and A-labels. */
export const domainName = z
  .object({
    name: refusedAs(z.string().trim().max(255).meta({ description: 'The name without its extension.' }), {
      missing: 'domain_name_missing',
    }),
    extension: refusedAs(
      z.string().trim().max(255).meta({ description: 'The extension without a leading dot, such as com or co.uk.' }),
      { missing: 'extension_missing' },
    ),
  })
  .meta({ id: 'DomainName' })

/** The same in a query, where either part may be missing: `domain.name`, `domain.extension`. */
export const domainNameQuery = domainName.partial().optional().describe('Name of a domain in its two parts.')
