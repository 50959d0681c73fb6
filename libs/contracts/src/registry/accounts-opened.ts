import { z } from 'zod'
import { event } from '../event'

/**
 * A registry worker has started with these accounts, and no others. An extension that none of them serves is not sold. The
 * newest event counts.
 */
export const registryAccountsOpened = event({
  id: 'registry.accounts-opened',
  producer: 'registry-worker',
  payload: z.object({
    accounts: z.array(z.object({ account: z.string(), extensions: z.array(z.string()) })),
    openedAt: z.iso.datetime(),
  }),
})
