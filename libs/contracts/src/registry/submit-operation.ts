import { z } from 'zod'
import { command } from '../event'
import { contactSnapshot } from './contact-snapshot'

/** A nameserver to delegate to, with addresses where the registry needs glue. */
export const delegation = z.object({
  name: z.string(),
  ip: z.string().optional(),
  ip6: z.string().optional(),
})

/** A public key of the zone (RFC 4034 section 2). A registry that accepts digests gets the DS computed from it. */
export const zoneKey = z.object({ flags: z.int(), protocol: z.int(), alg: z.int(), pubKey: z.string() })

/**
 * The DS record of a key that is not known here (RFC 4034 section 5): of a domain that came with its DNSSEC. Only for
 * registries that accept digests.
 */
export const delegationSigner = z.object({
  keyTag: z.int(),
  alg: z.int(),
  digestType: z.int(),
  /** Hexadecimal, in capitals. */
  digest: z.string(),
})

/** What secures a delegation: keys of the zone, and DS records whose keys are not known here. */
export const securedBy = z.array(z.union([zoneKey, delegationSigner]))

const period = z.object({ value: z.int().min(1), unit: z.enum(['y', 'm']) })
const contacts = z.object({ admin: contactSnapshot, tech: contactSnapshot, billing: contactSnapshot }).partial()

/**
 * The fee that we accept, mainly for premium names (RFC 8748 section 3.7). A decimal in the registry's currency. The
 * registry refuses if its fee is higher.
 */
export const registryFee = z.object({ currency: z.string().length(3), amount: z.string() })
export type RegistryFee = z.output<typeof registryFee>

/**
 * What the operation may cost us at most: the cost in our price list when it was ordered. A registrar upstream gets no order
 * whose price there is higher. Whole minor units.
 */
const cost = z.object({ currency: z.string().length(3), amount: z.int().min(0) }).optional()

/** A registration in a launch phase of an extension (RFC 8334 section 3.3). */
export const launchRegistration = z.object({
  phase: z.enum(['sunrise', 'landrush', 'claims', 'open', 'custom']),
  /** Name of the phase, if it is `custom` or has parts. */
  name: z.string().optional(),
  /** Signed marks: the contents of their files in Base64 (RFC 7848 section 2.4). */
  signedMarks: z.array(z.string()).optional(),
  /** The claims notice that the customer has read and accepted. */
  notice: z.object({ id: z.string(), notAfter: z.iso.datetime(), acceptedAt: z.iso.datetime() }).optional(),
})

/** All data of a registration, so that the worker needs no further request. */
export const domainCreateIntent = z.object({
  name: z.string(),
  period,
  registrant: contactSnapshot,
  contacts,
  nameservers: z.array(delegation),
  zoneKeys: z.array(zoneKey).optional(),
  authInfo: z.string().optional(),
  /** IDN table of an internationalized name, in the registry's spelling; otherwise the registry chooses. */
  idnTable: z.string().optional(),
  /** Token for a name that the registry reserves (RFC 8495). A secret: anyone who knows it can use it. */
  allocationToken: z.string().optional(),
  launch: launchRegistration.optional(),
  fee: registryFee.optional(),
  cost,
})

/** Statuses that a sponsoring client sets (RFC 5731 section 2.3). */
export const clientStatus = z.enum([
  'clientDeleteProhibited',
  'clientHold',
  'clientRenewProhibited',
  'clientTransferProhibited',
  'clientUpdateProhibited',
])

/**
 * The desired state of a domain at the registry; absent parts stay as they are. The worker compares it with the state at
 * the registry and sends the difference, so it is idempotent.
 */
export const desiredDomain = z
  .object({
    registrant: contactSnapshot,
    contacts,
    nameservers: z.array(delegation),
    zoneKeys: securedBy,
    /** All client statuses to set; others are removed. */
    statuses: z.array(clientStatus),
    authInfo: z.string(),
  })
  .partial()

const submitted = {
  /** UUIDv7 given by the submitter; the same number again is the same operation. */
  operationId: z.uuid(),
  resellerId: z.int(),
  /** Extension whose registry is asked: `com`. */
  registryTld: z.string(),
  /** Name of the registry object in lower case and A-labels; operations on one object run in order. */
  object: z.string(),
  /**
   * The operation of the same domain that was submitted last before this one, unless it is known to have ended. Messages
   * may overtake each other: this one does not run before that one has arrived and ended.
   */
  after: z.uuid().optional(),
  /** The installations that the order has passed, this one at the end. A registrar upstream refuses it if it is there too. */
  passed: z.array(z.string()).optional(),
}

const named = z.object({ name: z.string() })

/** The kinds of registry operations, each with its data. */
const kinds = [
  z.object({ ...submitted, kind: z.literal('domain.create'), intent: domainCreateIntent }),
  z.object({
    ...submitted,
    kind: z.literal('domain.renew'),
    intent: named.extend({
      /** Expiration date that we know (RFC 5731 section 3.2.3 curExpDate): `2027-11-20`. */
      expiresOn: z.iso.date(),
      period,
      fee: registryFee.optional(),
      cost,
    }),
  }),
  z.object({ ...submitted, kind: z.literal('domain.update'), intent: named.extend({ desired: desiredDomain }) }),
  /** Changes the registrant: by the registry's own procedure if it has one, otherwise by an update. */
  z.object({
    ...submitted,
    kind: z.literal('domain.trade'),
    intent: named.extend({
      desired: desiredDomain,
      /** Code that proves the registrant's consent, if the registry asks for one. */
      authInfo: z.string().optional(),
      cost,
    }),
  }),
  z.object({
    ...submitted,
    kind: z.literal('domain.transfer'),
    intent: named.extend({
      authInfo: z.string(),
      /** Object at the registry that the code belongs to, where it is not the domain itself (RFC 5731 section 3.2.4). */
      roid: z.string().optional(),
      period: period.optional(),
      fee: registryFee.optional(),
      cost,
      /** Desired state of the domain after the transfer. */
      desired: desiredDomain,
    }),
  }),
  /** Cancels a transfer that we requested. */
  z.object({ ...submitted, kind: z.literal('domain.transfer-cancel'), intent: named }),
  /** Answers a transfer that another registrar requested. */
  z.object({ ...submitted, kind: z.literal('domain.transfer-approve'), intent: named }),
  z.object({ ...submitted, kind: z.literal('domain.transfer-reject'), intent: named }),
  z.object({
    ...submitted,
    kind: z.literal('domain.delete'),
    intent: named.extend({
      /** Frees hosts below the name that other domains use, by renaming them (RFC 5731 section 3.2.2). */
      freesHosts: z.boolean(),
      /** Gives the name back to the registry, where it takes names back; elsewhere the domain is deleted. */
      isReturned: z.boolean().optional(),
    }),
  }),
  /** Restore request and report in one (RFC 3915). */
  z.object({
    ...submitted,
    kind: z.literal('domain.restore'),
    intent: named.extend({ deletedAt: z.iso.datetime(), reason: z.string(), fee: registryFee.optional(), cost }),
  }),
  /** Makes a host below the domain exist with these addresses and no others (RFC 5732 sections 3.2.1 and 3.2.5). */
  z.object({ ...submitted, kind: z.literal('host.set'), intent: named.extend({ host: delegation }) }),
  /** Deletes a host below the domain; succeeds if it does not exist (RFC 5732 section 3.2.2). */
  z.object({ ...submitted, kind: z.literal('host.delete'), intent: named.extend({ host: z.string() }) }),
  /** Carries out a command that only the registry of the domain has. */
  z.object({
    ...submitted,
    kind: z.literal('domain.verb'),
    intent: named.extend({
      /** Name of the command in the dialect of the registry. */
      verb: z.string(),
      /** What the command needs, by its own schema. */
      data: z.record(z.string(), z.json()),
    }),
  }),
  /**
   * Reads the state at the registry (EPP info), after pending operations of the object. A routine one has no hint that anything
   * has changed: it waits for all others.
   */
  z.object({
    ...submitted,
    kind: z.literal('domain.inspect'),
    intent: named,
    isRoutine: z.boolean().optional(),
  }),
] as const

/** Submits one change at a registry, or one read of the state there. */
export const submitRegistryOperation = command({
  id: 'registry.submit-operation',
  service: 'registry-worker',
  payload: z.discriminatedUnion('kind', kinds),
})

/** The kinds of registry operations. */
export const registryOperationKind = z.enum([
  'domain.create',
  'domain.renew',
  'domain.update',
  'domain.trade',
  'domain.transfer',
  'domain.transfer-cancel',
  'domain.transfer-approve',
  'domain.transfer-reject',
  'domain.delete',
  'domain.restore',
  'domain.verb',
  'host.set',
  'host.delete',
  'domain.inspect',
])
export type RegistryOperationKind = z.output<typeof registryOperationKind>
