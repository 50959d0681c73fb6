import { z } from 'zod'
import { internalOperation } from '../operation'
import { dmarcAudiences } from './create-dmarc-link'
import { dmarcOrder } from './dmarc-order'

/** Returns the order of a link, for the page behind the link. */
export const openDmarcLink = internalOperation({
  id: 'dmarc-links.open',
  service: 'orders',
  audience: 'service',
  callers: ['gateway'],
  effect: 'read',
  isAudited: true,
  summary: 'Read the e-mail DMARC order behind a link',
  body: z.object({ token: z.string().max(1024) }),
  result: z.object({ audience: z.enum(dmarcAudiences), name: z.string(), order: dmarcOrder }),
  errors: ['dmarc_order_not_found'],
})
