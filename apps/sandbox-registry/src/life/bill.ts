import type { ClientBase } from 'pg'
import { addDays } from '../model/calendar'
import type { TldRules } from '../model/tld-rules'
import { insertCharge, type Charge } from './charge.store'
import type { GraceKind } from './grace.store'

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

/** What it costs at the ordinary terms, in cents. */
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

/** Debits the registrar and opens the grace period in which a delete gives it back. The domain exists. */
export async function bill(db: ClientBase, charge: Charge, rules: TldRules): Promise<void> {
  const kind = graceKinds[charge.kind]
  const days = kind ? graceDays[kind](rules) : 0
  await insertCharge(db, charge, kind && days > 0 ? { kind, endsAt: addDays(charge.at, days) } : undefined)
}
