import { z } from 'zod'
import { command } from '../event'
import { contactSnapshot } from './contact-snapshot'

/** A nameserver to delegate to, with addresses where the registry needs glue. */
export const delegation = z.object({
  name: z.string(),
  ip: z.string().optional(),
  ip6: z.string().optional(),
})

/** What a registration asks of the registry: everything it needs, so that nobody has to be asked again. */
export const domainCreateIntent = z.object({
  name: z.string(),
  period: z.object({ value: z.int().min(1), unit: z.enum(['y', 'm']) }),
  registrant: contactSnapshot,
  contacts: z.object({ admin: contactSnapshot, tech: contactSnapshot, billing: contactSnapshot }).partial(),
  nameservers: z.array(delegation),
  authInfo: z.string().optional(),
})

const submitted = {
  /** UUIDv7 given by the submitter; the same number again is the same operation. */
  operationId: z.uuid(),
  resellerId: z.int(),
  /** Extension whose registry is asked: `com`. */
  registryTld: z.string(),
  /** Name of the registry object in lower case and A-labels; operations on one object run in order. */
  object: z.string(),
}

/** Orders one change at a registry. */
export const submitRegistryOperation = command({
  id: 'registry.submit-operation',
  service: 'registry-worker',
  payload: z.discriminatedUnion('kind', [
    z.object({ ...submitted, kind: z.literal('domain.create'), intent: domainCreateIntent }),
  ]),
})
