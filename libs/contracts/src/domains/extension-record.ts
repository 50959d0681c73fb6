import { z } from 'zod'
import { suffix } from '../primitives/suffix'
import { commonEppExtensions, eppExtensions } from '../registry/epp-extensions'
import { periodAtRegistry, registryPeriods } from '../registry/registry-periods'
import { additionalDataSchema } from './additional-data-schema'

const days = z.int().min(0).max(3_650)

/** ISO 3166-1 alpha-2. */
const countries = z
  .array(z.string().regex(/^[A-Z]{2}$/, 'a country is two capital letters, such as NL'))
  .max(300)
  .default([])

/** RSA/SHA-256, RSA/SHA-512, ECDSA P-256 and P-384, Ed25519, Ed448: the algorithms that RFC 8624 allows for signing. */
const algorithms = [8, 10, 13, 14, 15, 16]

const idnScript = z.strictObject({
  /** Code of the script or language in orders. */
  value: z.string().min(1).max(32),
  description: z.string().min(1).max(100),
  /** Its Unicode scripts, by ISO 15924 code. A label is written in one of them, or in the East Asian ones together. */
  scripts: z.array(z.string().regex(/^[A-Z][a-z]{3}$/, 'a script is its ISO 15924 code, such as Latn')).min(1),
  /** Name of the registry's IDN table for such labels; without one the registry chooses. */
  table: z.string().min(1).max(64).optional(),
})

const launchPhase = z.strictObject({
  /** The name that orders use. */
  name: z.string().min(1).max(32),
  title: z.string().min(1).max(100),
  phase: z.enum(['sunrise', 'landrush', 'claims', 'open', 'custom']),
})

/** A check of several fields also runs when other fields are faulty, so that every fault is named at once. */
const whenAre =
  (...names: readonly string[]) =>
  ({
    value,
    issues,
  }: {
    readonly value: unknown
    readonly issues: readonly { readonly path?: readonly PropertyKey[] | undefined }[]
  }) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !issues.some(({ path }) => names.includes(String(path?.[0])))

const least = { path: ['max'], error: 'is less than min' }

/** How the registry is reached. */
const registry = z
  .strictObject({
    /** The account of the registry worker that serves the extension. Without one it is sold only if an account lists it. */
    account: z
      .string()
      .regex(/^[a-z][a-z0-9-]{1,30}$/, 'is not the name of an account')
      .optional(),
    /** What the registry speaks. The registry worker knows the dialects; `plain` is EPP as in the RFCs. */
    dialect: z
      .string()
      .regex(/^[a-z][a-z0-9-]{1,30}$/, 'is not the name of a dialect')
      .default('plain'),
    /** What the dialect has to know about the extension, such as the name of a product at the registry. */
    options: z.record(z.string().max(64), z.json()).default({}),
    /** EPP extensions that commands may use, as far as the registry offers them. */
    eppExtensions: z.array(z.enum(eppExtensions)).default([...commonEppExtensions]),
    /** The lengths that the registry accepts, where they are not simply the years that are sold. */
    periods: registryPeriods.optional(),
    /** Name of the contract that must be signed before the extension is sold; absent: none. */
    contract: z.string().min(1).max(64).optional(),
  })
  .prefault({})

/** Fewest and most contacts of a role. */
const contactCount = z
  .strictObject({ min: z.int().min(0).max(1).default(0), max: z.int().min(0).max(100).default(1) })
  .refine(({ min, max }) => min <= max, least)

const contactCounts = z
  .strictObject({ owner: contactCount, admin: contactCount, tech: contactCount, billing: contactCount })
  .partial()

const contacts = z
  .strictObject({
    /** Whether a domain has contacts and a registrant at the registry. */
    model: z.enum(['required', 'optional', 'prohibited']).default('required'),
    /** The contacts beside the registrant. */
    roles: z.array(z.enum(['admin', 'tech', 'billing'])).default(['admin', 'tech', 'billing']),
    /** Who chooses the identifiers of contacts. */
    ids: z.enum(['platform', 'registry']).default('platform'),
    /**
     * How many contacts of each role the registry accepts: of a new domain, and of a domain after a change of that role. A
     * maximum of 0 means that creates name no such contact, or that changes cannot replace it. Orders name one contact of a
     * role, so no minimum is above 1. A role that is left out here is not counted.
     */
    counts: z.strictObject({ create: contactCounts, update: contactCounts }).partial().optional(),
  })
  .refine(({ model, roles }) => model !== 'prohibited' || roles.length === 0, {
    path: ['roles'],
    error: 'must be [] where contacts are prohibited',
  })
  .superRefine(({ model, roles, counts = {} }, { addIssue }) => {
    const issue = (path: readonly string[], message: string) => addIssue({ code: 'custom', path: [...path], message })
    for (const [operation, byRole] of Object.entries(counts)) {
      for (const [role, { min, max }] of Object.entries(byRole)) {
        const path = ['counts', operation, role]
        if (min > 0 && model === 'prohibited') issue([...path, 'min'], 'must be 0 where contacts are prohibited')
        if (role === 'owner' && operation === 'create' && max === 0 && model === 'required')
          issue([...path, 'max'], 'must not be 0 where a domain needs a registrant')
        if (min > 0 && role !== 'owner' && !roles.some((each) => each === role))
          issue([...path, 'min'], `must be 0: ${role} is not one of roles`)
      }
    }
  })
  .prefault({})

const hosts = z
  .strictObject({
    /** Nameservers are objects of their own at the registry, or attributes of the domain (RFC 5731 section 1.1). */
    model: z.enum(['objects', 'attributes']).default('objects'),
    min: z.int().min(0).max(13).default(2),
    max: z.int().min(1).max(30).default(13),
    /**
     * What the registry checks of nameservers before a create or a change: that their names have addresses (`resolves`), or
     * that they also answer for the domain (`answers`). Absent: neither.
     */
    check: z.enum(['resolves', 'answers']).optional(),
  })
  .refine(({ min, max }) => min <= max, least)
  .prefault({})

const transfer = z
  .strictObject({
    /**
     * Whether the losing registrar answers a transfer, or it takes effect at once, or the losing registrar makes it without
     * a request and without a code (`push`).
     */
    model: z.enum(['pending', 'immediate', 'push']).default('pending'),
    /** The name by which the registry knows this registrar. Holders tell it to the losing registrar, which pushes to it. */
    tag: z.string().min(1).max(64).optional(),
    /** How long the losing registrar has to answer. */
    waitDays: days.default(5),
    /** Years that a transfer adds (RFC 5731 section 3.2.4); 0 if the registry's transfers have no period. */
    periodYears: z.int().min(0).max(1).default(1),
    /** How long a domain cannot be transferred away after a create, a transfer or a change of the registrant. */
    lockDays: days.default(60),
    /**
     * Whether the registry lets the account cancel a transfer that waits. Where the losing registrar pushes, the registry has
     * no request to cancel: the account can always cancel its order, whatever this says.
     */
    isCancelable: z.boolean().default(true),
    /** Whether the registrant authorizes a transfer before it is submitted. */
    isAuthorizedByRegistrant: z.boolean().default(false),
    /** Who can reject an outgoing transfer. */
    approvedBy: z.enum(['registrar', 'registrant', 'nobody']).default('registrar'),
  })
  .refine(({ model, waitDays }) => model === 'pending' || waitDays === 0, {
    path: ['waitDays'],
    error: 'must be 0 where no registrar answers transfers',
  })
  .refine(({ model, approvedBy }) => model === 'pending' || approvedBy === 'nobody', {
    path: ['approvedBy'],
    error: 'must be nobody where no registrar answers transfers',
  })
  .refine(({ model, tag }) => model !== 'push' || tag !== undefined, {
    path: ['tag'],
    error: 'is missing: losing registrars push to it',
  })
  .refine(({ model, tag }) => model === 'push' || tag === undefined, {
    path: ['tag'],
    error: 'is used only where the losing registrar pushes',
  })
  .prefault({})

const fields = z.strictObject({
  suffix,
  description: z
    .strictObject({ text: z.string().max(500).default(''), url: z.string().max(500).default('') })
    .prefault({}),
  /** Where the rules come from: a document, a page, a person. */
  source: z.string().max(500).default(''),
  /** Whether an operator has compared the rules with the registry's documents. */
  verified: z.boolean().default(false),
  registry,
  /** Open to everyone (`ACT`), or only to orders of a launch phase (`PRE`). */
  status: z.enum(['ACT', 'PRE']).default('ACT'),
  /** Periods that can be ordered, in years. `registry.periods` says how the registry gets them. */
  periods: z
    .strictObject({ min: z.int().min(1).max(10).default(1), max: z.int().min(1).max(10).default(10) })
    .refine(({ min, max }) => min <= max, least)
    .prefault({}),
  /** Fewest characters of a name (of its U-label). */
  minNameLength: z.int().min(1).max(63).default(1),
  idnScripts: z.array(idnScript).max(500).default([]),
  /** Whether an order of an internationalized name must name its script or language: the registry refuses it without. */
  isIdnScriptRequired: z.boolean().optional(),
  contacts,
  hosts,
  dnssec: z
    .strictObject({
      /** What the registry accepts (RFC 5910): DS records made from keys, keys, or nothing. */
      form: z.enum(['ds', 'key', 'none']).default('ds'),
      maxRecords: z.int().min(0).max(100).default(8),
      /** Numbers from the IANA registry of DNSSEC algorithms. */
      algorithms: z.array(z.int().min(0).max(255)).default(algorithms),
    })
    .refine(({ form, maxRecords }) => form === 'none' || maxRecords > 0, {
      path: ['maxRecords'],
      error: 'is 0: set form to none',
    })
    .prefault({}),
  /** Days between the renewal date and the expiration date. */
  renewalOffsetDays: days.default(1),
  /** Days before the expiration from which a renewal is accepted; 0 where it always is. */
  renewalOpensDays: days.default(0),
  /** False where the registry renews by itself and has no renew command. */
  isRenewable: z.boolean().default(true),
  /** How long a delete is free of charge at the registry after each event (RFC 3915 section 3.1). */
  grace: z
    .strictObject({
      addDays: days.default(5),
      renewDays: days.default(5),
      transferDays: days.default(5),
      autoRenewDays: days.default(45),
    })
    .prefault({}),
  /** How long a lapsed domain can be restored by a renewal, and a deleted one at the registry. */
  quarantine: z.strictObject({ softDays: days.default(30), hardDays: days.default(30) }).prefault({}),
  /** Whether a restore needs a report after the request (RFC 3915 section 4.2.5). */
  restore: z.enum(['report', 'immediate']).default('report'),
  /** Days from the end of the redemption to the purge; 0 where the registry purges at once. */
  pendingDeleteDays: days.default(5),
  /** Days before the end of the paid time at which a domain is deleted, so that the registry does not renew it. */
  deleteLeadDays: days.default(0),
  /** Days before the renewal in which the account cannot delete the domain; 0 where it always can. */
  deleteBarDays: days.default(0),
  isTransferable: z.boolean().default(true),
  transfer,
  authCode: z
    .strictObject({
      /** Whether the platform knows the code, or the registry sends it to the registrant. */
      comes: z.enum(['here', 'by-registry']).default('here'),
      isNeededForTrade: z.boolean().default(false),
    })
    .prefault({}),
  /** Whether a change of the registrant is a trade. */
  isTraded: z.boolean().default(false),
  /**
   * Whether the e-mail address of a new registrant must be verified within `EMAIL_VERIFICATION_DAYS`. By default it must where
   * ICANN's consensus policies apply (RAA 2013, Whois Accuracy Program Specification, sections 1 and 2).
   */
  isOwnerVerified: z.boolean().optional(),
  isPrivacyAllowed: z.boolean().default(true),
  /** Whether the account can lock a domain against transfers (RFC 5731 clientTransferProhibited). */
  isLockable: z.boolean().default(true),
  /** Whether a domain can be locked while its privacy is on. */
  isLockableInPrivacy: z.boolean().default(true),
  /** Whether a domain can be returned to the registry instead of being deleted. */
  isPushable: z.boolean().default(false),
  /** Whether a premium name is renewed at its premium price or at the common price. */
  feeClass: z.enum(['common', 'premium']).default('premium'),
  /** Who may be the registrant: see the countries; an empty list allows every owner. */
  eligibility: z
    .strictObject({
      countries,
      /** Countries whose citizens may be owners wherever they live. Applies to persons, not to organizations. */
      citizenships: countries,
      /** The eligible owners, in words that complete "is for …" in a refusal. */
      audience: z.string().max(50).default(''),
    })
    .refine((given) => given.countries.length === 0 || given.audience !== '', {
      path: ['audience'],
      error: 'is missing: it names the eligible owners in refusals',
    })
    .prefault({}),
  /** Conditions for registrants, in sentences for people. */
  restrictions: z.array(z.string().min(1).max(500)).max(50).default([]),
  /** All phases of its launch, also past ones. */
  launchPhases: z.array(launchPhase).max(50).default([]),
  /** Name of the present phase; empty when the extension is open, or not open yet. */
  launchPhase: z.string().max(32).default(''),
  /** Data that orders carry beyond the common fields. */
  additionalData: z
    .strictObject({ registrant: additionalDataSchema.optional(), order: additionalDataSchema.optional() })
    .prefault({}),
  /** Whether it was delegated in ICANN's programme of 2012. */
  isNewGtld: z.boolean().default(false),
  /** Whether it exists for tests alone. Names below it are suggested only on request. */
  isTest: z.boolean().default(false),
})

type Sold = Pick<z.output<typeof fields>, 'periods' | 'registry'>

/** The fewest years that can be ordered and that the registry accepts in no unit; undefined if there are none. */
function unacceptedYears({ periods, registry }: Sold, operation: 'create' | 'renew'): number | undefined {
  const accepted = registry.periods?.[operation]
  // A domain can be renewed by one year, however long its first period is.
  const least = operation === 'create' ? periods.min : 1
  const years = Array.from({ length: periods.max - least + 1 }, (_, index) => least + index)
  return years.find((each) => !periodAtRegistry(each, accepted))
}

const hasEachLength = (operation: 'create' | 'renew') => (record: Sold) =>
  unacceptedYears(record, operation) === undefined

const hasNoLength = (operation: 'create' | 'renew') => ({
  path: ['registry', 'periods', operation],
  error: ({ input }: { readonly input?: unknown }) => {
    const years = unacceptedYears(input as Sold, operation)
    return `has no length of ${years} ${years === 1 ? 'year' : 'years'}, which can be ordered`
  },
  when: whenAre('periods', 'registry'),
})

/**
 * All rules of an extension from an instant on. Everything but the suffix has a default: that of a generic extension under
 * ICANN's policies.
 */
export const extensionRecord = fields
  .refine(
    ({ launchPhase, launchPhases }) => launchPhase === '' || launchPhases.some(({ name }) => name === launchPhase),
    {
      path: ['launchPhase'],
      error: 'is not the name of one of launchPhases',
      when: whenAre('launchPhase', 'launchPhases'),
    },
  )
  .refine(hasEachLength('create'), hasNoLength('create'))
  .refine(hasEachLength('renew'), hasNoLength('renew'))
  .refine(({ isRenewable, registry }) => isRenewable || registry.periods?.renew === undefined, {
    path: ['registry', 'periods', 'renew'],
    error: 'is used only where registrars renew',
    when: whenAre('isRenewable', 'registry'),
  })
  .refine(({ isTraded, isTransferable }) => !isTraded || isTransferable, {
    path: ['isTraded'],
    error: 'must be false where domains cannot be transferred',
    when: whenAre('isTraded', 'isTransferable'),
  })
export type ExtensionRecord = z.output<typeof extensionRecord>
/** A record as it is written: fields with their default values may be absent. */
export type ExtensionRecordGiven = z.input<typeof extensionRecord>
