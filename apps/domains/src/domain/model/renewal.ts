import type { ErrorName } from '@nameyard/contracts/errors'
import type { Domain } from './domain'
import type { LifeRules } from './rules'
import { hasRegistryRenewed } from './settlement'
import { plusDays, yearsLater } from './timers'

/** What a renewal takes at the registry. */
export interface Renewal {
  /** Years to renew by there: one less than paid for where the registry has renewed by itself, and then maybe none. */
  readonly years: number
  /** Day on which the registry has the domain expire (RFC 5731 section 3.2.3 curExpDate): `2027-11-20`. */
  readonly expiresOn: string
}

export interface RefusedRenewal {
  readonly refused: ErrorName
  readonly problem: string
}

type Dated = Pick<Domain, 'expiresAt' | 'extension' | 'registryExpiresAt'>

/**
 * What renewing a domain by so many years takes. The registry counts from its own expiry; the account pays for the time
 * behind what it has paid for, which may not reach further ahead than the extension allows (RFC 5731 section 3.2.3).
 */
export function renewal(
  domain: Dated,
  years: number,
  rules: Pick<LifeRules, 'isRenewable' | 'periods' | 'renewalOpensDays'>,
  now: Date,
): Renewal | RefusedRenewal {
  const { expiresAt, registryExpiresAt, extension } = domain
  if (!rules.isRenewable || expiresAt === null || registryExpiresAt === null) {
    return { refused: 'not_sold', problem: `the registry of .${extension} renews by itself` }
  }
  if (years < 1) return { refused: 'period_invalid', problem: 'is less than one year' }
  const opensAt = plusDays(expiresAt, -rules.renewalOpensDays)
  if (rules.renewalOpensDays > 0 && now < opensAt) {
    return { refused: 'renewal_too_early', problem: `it is taken from ${days(opensAt)} on` }
  }
  if (yearsLater(expiresAt, years) > yearsLater(now, rules.periods.max)) {
    return {
      refused: 'period_invalid',
      problem: `.${extension} can be paid for ${rules.periods.max} years ahead, and ${days(expiresAt)} is paid for`,
    }
  }
  return { years: hasRegistryRenewed(domain) ? years - 1 : years, expiresOn: days(registryExpiresAt) }
}

function days(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}
