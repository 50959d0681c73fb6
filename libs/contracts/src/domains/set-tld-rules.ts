import { z } from 'zod'
import { internalOperation } from '../operation'
import { operatorName } from '../primitives/operator-name'

const days = z.int().min(0).max(3650)

/** ISO 3166-1 alpha-2. */
const countries = z.array(z.string().regex(/^[A-Z]{2}$/)).max(300)

/** Rules of an extension that an operator can change. Absent rules stay as they are. */
export const tldRuleChanges = z
  .strictObject({
    status: z.enum(['ACT', 'PRE']),
    periods: z.strictObject({ min: z.int().min(1).max(10), max: z.int().min(1).max(10) }).partial(),
    renewalOffsetDays: days,
    isRenewable: z.boolean(),
    isTransferable: z.boolean(),
    isTraded: z.boolean(),
    isLockable: z.boolean(),
    isLockableInPrivacy: z.boolean(),
    isPushable: z.boolean(),
    isPrivacyAllowed: z.boolean(),
    isOwnerVerified: z.boolean(),
    grace: z.strictObject({ addDays: days, renewDays: days, transferDays: days, autoRenewDays: days }).partial(),
    quarantine: z.strictObject({ softDays: days, hardDays: days }).partial(),
    pendingDeleteDays: days,
    deleteLeadDays: days,
    deleteBarDays: days,
    transfer: z
      .strictObject({
        waitDays: days,
        /** Years that a transfer adds; 0 if transfers of the registry have no period. */
        periodYears: z.int().min(0).max(1),
        lockDays: days,
        isCancelable: z.boolean(),
        isAuthorizedByRegistrant: z.boolean(),
        approvedBy: z.enum(['registrar', 'registrant', 'nobody']),
      })
      .partial(),
    /** Who can be an owner; see the rules of the extension. An empty list of countries allows every owner. */
    eligibility: z.strictObject({ countries, citizenships: countries, audience: z.string().max(50) }).partial(),
    feeClass: z.enum(['common', 'premium']),
    /** Name of the contract with the registry that the extension is sold under. */
    contract: z.string().min(1).max(64),
    /** Name of the launch phase that the extension is in; empty when it is open, or not open yet. */
    launchPhase: z.string().max(32),
    /** How long before its expiration a domain can be renewed; 0 for no limit. */
    renewalOpensDays: days,
  })
  .partial()
export type TldRuleChanges = z.output<typeof tldRuleChanges>

/** Changes rules of an extension from an instant on. A request for the same instant replaces the earlier one. */
export const setTldRules = internalOperation({
  id: 'tlds.set-rules',
  service: 'domains',
  audience: 'operator',
  effect: 'write',
  summary: 'Change rules of an extension from an instant on',
  body: z.object({
    operator: operatorName,
    /** A-labels without a leading dot. */
    extension: z.string().min(1).max(63),
    effectiveFrom: z.iso.datetime(),
    rules: tldRuleChanges,
  }),
  result: z.object({ extension: z.string(), effectiveFrom: z.iso.datetime(), rules: tldRuleChanges }),
  errors: ['tld_not_found'],
})
