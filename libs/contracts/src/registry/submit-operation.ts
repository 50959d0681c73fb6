import { z } from 'zod'
import { command } from '../event'
import { contactSnapshot } from './contact-snapshot'

/** A nameserver to delegate to, with addresses where the registry needs glue. */
export const delegation = z.object({
  name: z.string(),
  ip: z.string().optional(),
  ip6: z.string().optional(),
})

/** A public key of the zone (RFC 4034 section 2); a registry that takes digests gets the DS made of it. */
export const zoneKey = z.object({ flags: z.int(), protocol: z.int(), alg: z.int(), pubKey: z.string() })

const period = z.object({ value: z.int().min(1), unit: z.enum(['y', 'm']) })
const contacts = z.object({ admin: contactSnapshot, tech: contactSnapshot, billing: contactSnapshot }).partial()

/**
 * What we agree to pay, where a registry wants that said: for premium names above all (RFC 8748 section 3.7). A decimal
 * in the registry's currency; a registry that wants more refuses.
 */
export const registryFee = z.object({ currency: z.string().length(3), amount: z.string() })
export type RegistryFee = z.output<typeof registryFee>

/** A registration in a launch phase of an extension (RFC 8334 section 3.3). */
export const launchRegistration = z.object({
  phase: z.enum(['sunrise', 'landrush', 'claims', 'open', 'custom']),
  /** Which phase, when it is `custom` or has parts. */
  name: z.string().optional(),
  /** Signed marks as their files hold them, in Base64 (RFC 7848 section 2.4). */
  signedMarks: z.array(z.string()).optional(),
  /** The claims notice that the customer has read and accepted. */
  notice: z.object({ id: z.string(), notAfter: z.iso.datetime(), acceptedAt: z.iso.datetime() }).optional(),
})

/** What a registration asks of the registry: everything it needs, so that nobody has to be asked again. */
export const domainCreateIntent = z.object({
  name: z.string(),
  period,
  registrant: contactSnapshot,
  contacts,
  nameservers: z.array(delegation),
  zoneKeys: z.array(zoneKey).optional(),
  authInfo: z.string().optional(),
  /** Table by which an internationalized name is judged, in the registry's spelling; else the registry chooses. */
  idnTable: z.string().optional(),
  /** Opens a name that the registry keeps back (RFC 8495). Whoever knows it can use it. */
  allocationToken: z.string().optional(),
  launch: launchRegistration.optional(),
  fee: registryFee.optional(),
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
 * A domain as it shall be at the registry; what is absent stays as it is there. The worker compares it with what the
 * registry shows and sends the difference, so that the same wish twice changes nothing.
 */
export const desiredDomain = z
  .object({
    registrant: contactSnapshot,
    contacts,
    nameservers: z.array(delegation),
    zoneKeys: z.array(zoneKey),
    /** All client statuses that shall be set; the others are taken away. */
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
}

const named = z.object({ name: z.string() })

/** What can be asked of a registry, each with everything it takes. */
const kinds = [
  z.object({ ...submitted, kind: z.literal('domain.create'), intent: domainCreateIntent }),
  z.object({
    ...submitted,
    kind: z.literal('domain.renew'),
    intent: named.extend({
      /** Day on which the domain expires as we know it (RFC 5731 section 3.2.3 curExpDate): `2027-11-20`. */
      expiresOn: z.iso.date(),
      period,
      fee: registryFee.optional(),
    }),
  }),
  z.object({ ...submitted, kind: z.literal('domain.update'), intent: named.extend({ desired: desiredDomain }) }),
  /** A change of the registrant where the registry has a procedure of its own for it; an update elsewhere. */
  z.object({
    ...submitted,
    kind: z.literal('domain.trade'),
    intent: named.extend({
      desired: desiredDomain,
      /** Code by which the registry knows that the registrant agrees, where it asks for one. */
      authInfo: z.string().optional(),
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
      /** How the domain shall be once it is ours. */
      desired: desiredDomain,
    }),
  }),
  /** Takes back a transfer that we requested. */
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
    }),
  }),
  /** Restore request and report in one (RFC 3915). */
  z.object({
    ...submitted,
    kind: z.literal('domain.restore'),
    intent: named.extend({ deletedAt: z.iso.datetime(), reason: z.string(), fee: registryFee.optional() }),
  }),
  /** Makes a host below the domain exist with these addresses and no others (RFC 5732 sections 3.2.1 and 3.2.5). */
  z.object({ ...submitted, kind: z.literal('host.set'), intent: named.extend({ host: delegation }) }),
  /** Deletes a host below the domain; one that does not exist is deleted already (RFC 5732 section 3.2.2). */
  z.object({ ...submitted, kind: z.literal('host.delete'), intent: named.extend({ host: z.string() }) }),
  /** Looks at what is true at the registry, behind whatever is under way for the object. */
  z.object({ ...submitted, kind: z.literal('domain.inspect'), intent: named }),
] as const

/** Orders one change at a registry, or one look at what is true there. */
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
  'host.set',
  'host.delete',
  'domain.inspect',
])
export type RegistryOperationKind = z.output<typeof registryOperationKind>
