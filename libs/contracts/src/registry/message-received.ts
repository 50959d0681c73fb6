import { z } from 'zod'
import { event } from '../event'

/**
 * A message from the poll queue of a registry account (RFC 5730 section 2.9.2.3) that no operation of ours waits for.
 * It says that something happened to the object, but not its current state: the service that owns the object reads it.
 */
export const registryMessageReceived = event({
  id: 'registry.message-received',
  producer: 'registry-worker',
  consumers: ['domains'],
  payload: z.object({
    account: z.string(),
    /** The registry's identifier of the message, unique within the account. */
    messageId: z.string(),
    /**
     * Subject of the message: a transfer, the end of a pending action, a grace period, a change, the balance, a
     * maintenance of the registry, another.
     */
    about: z.enum(['transfer', 'pending-action', 'grace-period', 'change', 'balance', 'maintenance', 'event', 'other']),
    /** Name of the object in lower case and A-labels, when the message names one. */
    object: z.string().optional(),
    text: z.string(),
    queuedAt: z.iso.datetime(),
  }),
})
