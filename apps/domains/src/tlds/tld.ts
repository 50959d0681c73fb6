import type { ExtensionRecord } from '@nameyard/contracts/domains/extension-record'
import type { Eligibility } from './eligibility'
import type { IdnScript } from './idn-scripts'
import type { LifecycleRules } from './model/rules'

/** The rules of an extension from an instant on. Registries announce changes in advance: each change is a row. */
export interface TldRules extends LifecycleRules {
  /** Open to everyone (`ACT`), or only to orders of a launch phase (`PRE`). */
  readonly status: 'ACT' | 'PRE'
  /** Periods that can be ordered, in years. */
  readonly periods: { readonly min: number; readonly max: number }
  /** Fewest and most nameservers of a domain. */
  readonly nameservers: { readonly min: number; readonly max: number }
  /** What the registry checks of nameservers before a create or a change. */
  readonly nameserverCheck: NonNullable<ExtensionRecord['hosts']['check']> | 'none'
  /** Contacts that the registry has beside the registrant. */
  readonly contacts: readonly ('admin' | 'tech' | 'billing')[]
  /** How many contacts of each role creates and changes may name. A role that is left out is not counted. */
  readonly contactCounts: NonNullable<ExtensionRecord['contacts']['counts']>
  readonly authCode: {
    /** Whether the platform knows the code, or the registry sends it to the registrant. */
    readonly comes: 'here' | 'by-registry'
    readonly isNeededForTrade: boolean
  }
  /** What the registry accepts (RFC 5910): DS records made from keys, the keys, or nothing. */
  readonly dnssec: {
    readonly form: 'ds' | 'key' | 'none'
    readonly maxRecords: number
    /** Numbers from the IANA registry of DNSSEC algorithms. */
    readonly algorithms: readonly number[]
  }
  readonly isPrivacyAllowed: boolean
  /** Whether the e-mail address of a new registrant must be verified; undefined: where ICANN's policies apply. */
  readonly isOwnerVerified?: boolean | undefined
  /** Whether the account can lock a domain against transfers (RFC 5731 clientTransferProhibited). */
  readonly isLockable: boolean
  /** Whether a domain can be locked while its privacy is on. */
  readonly isLockableInPrivacy: boolean
  /** Whether a domain can be returned to the registry instead of being deleted. */
  readonly isPushable: boolean
  /** Days before the renewal in which the account cannot delete the domain; 0 where it always can. */
  readonly deleteBarDays: number
  /** Whether a premium name is renewed at its premium price or at the common price. */
  readonly feeClass: 'common' | 'premium'
  /** Name of the contract with the registry; orders are refused until it is signed. Empty: none is needed. */
  readonly contract: string
  readonly idnScripts: readonly IdnScript[]
  /** Whether an order of an internationalized name must name its script. */
  readonly isIdnScriptRequired?: boolean | undefined
  /** Fewest characters of a name (of its U-label). */
  readonly minNameLength: number
  readonly eligibility: Eligibility
  /** Conditions for registrants, in sentences for people. */
  readonly restrictions: readonly string[]
  /** All phases of its launch, also past ones; empty for an extension without recorded launch phases. */
  readonly launchPhases: readonly LaunchPhase[]
  /** The present phase; empty when the extension is open, or not open yet. */
  readonly launchPhase: string
}

/** A phase in which an extension opens (RFC 8334 section 2.3). */
export interface LaunchPhase {
  /** The name that orders use. */
  readonly name: string
  readonly title: string
  readonly phase: 'sunrise' | 'landrush' | 'claims' | 'open' | 'custom'
}

/** An extension that is sold, with its rules at an instant. */
export interface Tld extends TldRules {
  /** A-labels without a leading dot. */
  readonly extension: string
  readonly description: { readonly text: string; readonly url: string }
  /** Whether it was delegated in ICANN's programme of 2012. */
  readonly isNewGtld: boolean
  /** Whether it exists for tests alone. Names below it are suggested only on request. */
  readonly isTest: boolean
  /** Data that orders carry beyond the common fields. */
  readonly additionalData: ExtensionRecord['additionalData']
}

/** Whether an order needs a claims check: in a claims phase, the registrant must accept the notice of trademarks. */
export function wantsClaims({ launchPhases, launchPhase }: TldRules): boolean {
  return launchPhases.some(({ name, phase }) => name === launchPhase && phase === 'claims')
}
