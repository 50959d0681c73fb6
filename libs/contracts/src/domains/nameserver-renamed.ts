import { z } from 'zod'
import { event } from '../event'

/**
 * A name server of a domain was renamed at the registry, because the domain that it was below was deleted (RFC 5731
 * section 3.2.2). No server answers under the new name: the domain needs another name server.
 */
export const nameserverRenamed = event({
  id: 'domain.nameserver-renamed',
  producer: 'domains',
  consumers: ['customers'],
  payload: z.object({
    domainId: z.int(),
    resellerId: z.int(),
    /** The domain that uses the name server; in lower case and A-labels. */
    name: z.string(),
    from: z.string(),
    to: z.string(),
    happenedAt: z.iso.datetime(),
  }),
})
