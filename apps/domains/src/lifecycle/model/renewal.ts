import type { ErrorName } from '@nameyard/contracts/errors'
import type { LifecycleRules } from '../../tlds/model/rules'
import type { Domain } from './domain'
import { hasRegistryRenewed } from './settlement'
import { plusDays, yearsLater } from './timers'

/** A renewal as the registry gets it. */
export interface Renewal {
  /** Years to renew at the registry: one less than paid, possibly 0, where the registry has renewed by itself. */
  readonly years: number
  /** Expiry day at the registry (RFC 5731 section 3.2.3 curExpDate): `2027-11-20`. */
  readonly expiresOn: string
}

export interface RefusedRenewal {
  readonly refused: ErrorName
  readonly problem: string
}

type Dated = Pick<Domain, 'expiresAt' | 'extension' | 'registryExpiresAt'>

/**
 * Decides a renewal by some years. The registry counts from its own expiry. The account pays for the years after its paid
 * time, which may not end later than the extension allows (RFC 5731 section 3.2.3).
 */
export function renewal(
  domain: Dated,
  years: number,
  rules: Pick<LifecycleRules, 'isRenewable' | 'periods' | 'renewalOpensDays'>,
  now: Date,
): Renewal | RefusedRenewal {
  const { expiresAt, registryExpiresAt, extension } = domain
  if (!rules.isRenewable || expiresAt === null || registryExpiresAt === null) {
    return { refused: 'not_sold', problem: `the registry of .${extension} renews by itself` }
  }
  if (years < 1) return { refused: 'period_invalid', problem: 'is less than one year' }
  const opensAt = plusDays(expiresAt, -rules.renewalOpensDays)
  if (rules.renewalOpensDays > 0 && now < opensAt) {
    return { refused: 'renewal_too_early', problem: `possible from ${days(opensAt)} on` }
  }
  // Where the longest period is one year, a renewal before the end would always exceed it: one is possible.
  const longest = Math.max(rules.periods.max, 2)
  if (yearsLater(expiresAt, years) > yearsLater(now, longest)) {
    return {
      refused: 'period_invalid',
      problem: `.${extension} can be paid for ${longest} years ahead, and ${days(expiresAt)} is paid for`,
    }
  }
  return { years: hasRegistryRenewed(domain) ? years - 1 : years, expiresOn: days(registryExpiresAt) }
}

function days(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}
