import type { ClientBase } from 'pg'
import { addDays } from '../model/calendar'
import type { TldRules } from '../model/tld-rules'
import { insertCharge, type Charge } from './charge.store'
import type { GraceKind, GracePeriod } from './grace.store'

const graceKinds: Readonly<Partial<Record<Charge['kind'], GraceKind>>> = {
  create: 'addPeriod',
  renew: 'renewPeriod',
  'auto-renew': 'autoRenewPeriod',
  transfer: 'transferPeriod',
}

const graceDays: Readonly<Record<GraceKind, (rules: TldRules) => number>> = {
  addPeriod: (rules) => rules.addGraceDays,
  renewPeriod: (rules) => rules.renewGraceDays,
  autoRenewPeriod: (rules) => rules.autoRenewGraceDays,
  transferPeriod: (rules) => rules.transferGraceDays,
}

/** Returns the price under the rules of a name, in cents. */
export function price(rules: TldRules, kind: Charge['kind'], years: number): number {
  switch (kind) {
    case 'create':
      return rules.createCents * years
    case 'renew':
    case 'auto-renew':
      return rules.renewCents * years
    case 'transfer':
      return rules.transferCents
    case 'restore':
      return rules.restoreCents
  }
}

/** Returns the grace period that a charge opens, if there is one. */
export function gracePeriod({ kind, at }: Pick<Charge, 'kind' | 'at'>, rules: TldRules): GracePeriod | undefined {
  const grace = graceKinds[kind]
  const days = grace ? graceDays[grace](rules) : 0
  return grace && days > 0 ? { kind: grace, endsAt: addDays(at, days) } : undefined
}

/** Debits the registrar and opens the grace period in which a delete refunds the charge. The domain must exist. */
export async function bill(db: ClientBase, charge: Charge, rules: TldRules): Promise<void> {
  await insertCharge(db, charge, gracePeriod(charge, rules))
}
