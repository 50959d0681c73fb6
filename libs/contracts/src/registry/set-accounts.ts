import { z } from 'zod'
import { command } from '../event'

/**
 * A registry worker has started with these accounts, and no others. An extension that none of them serves is not sold. The
 * newest message counts. It is a command and not an event, because at the first start of an installation the domains
 * service may have no queue yet, and an event without a queue is lost.
 */
export const setRegistryAccounts = command({
  id: 'registry.set-accounts',
  service: 'domains',
  payload: z.object({
    accounts: z.array(z.object({ account: z.string(), extensions: z.array(z.string()) })),
    openedAt: z.iso.datetime(),
  }),
})
