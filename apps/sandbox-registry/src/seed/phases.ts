import type { ClientBase } from 'pg'
import { bill, price } from '../billing/bill'
import { autoRenew } from '../lifecycle/auto-renew'
import { bystanders } from '../model/bystanders'
import { addDays, addYears } from '../model/calendar'
import type { DeletedState } from '../model/domain-status'
import { putDeletion, putStatuses } from '../objects/domain-lifecycle.store'
import { insertDomain } from '../objects/domain.store'
import { findNameRules, type NameRules } from '../objects/tld-rules.store'
import { putTransfer } from '../objects/transfer.store'

/** A created name, to be moved into its phase. */
interface Seeded {
  readonly db: ClientBase
  readonly name: string
  readonly rules: NameRules
  readonly now: Date
}

interface Phase {
  readonly label: string
  /** How long ago the name was created. */
  readonly ageDays: number
  readonly fill?: (seeded: Seeded) => Promise<unknown>
}

/** The phases of a domain by RFC 3915 and RFC 5731, each with a name at the start of the registry. */
const phases: readonly Phase[] = [
  { label: 'phase-added', ageDays: 1, fill: addGrace },
  { label: 'phase-active', ageDays: 100 },
  { label: 'phase-held', ageDays: 100, fill: ({ db, name }) => putStatuses(db, name, ['clientHold', 'serverHold']) },
  {
    label: 'phase-locked',
    ageDays: 100,
    fill: ({ db, name }) => putStatuses(db, name, ['clientTransferProhibited', 'serverDeleteProhibited']),
  },
  { label: 'phase-renewed', ageDays: 375, fill: autoRenewGrace },
  { label: 'phase-transferring', ageDays: 100, fill: pendingTransfer },
  { label: 'phase-redemption', ageDays: 100, fill: (seeded) => deleted(seeded, 'redemptionPeriod', 10) },
  { label: 'phase-restoring', ageDays: 100, fill: (seeded) => deleted(seeded, 'pendingRestore', 10) },
  { label: 'phase-deleting', ageDays: 100, fill: (seeded) => deleted(seeded, 'pendingDelete', 31) },
]

/** The TLD of these names, with generic rules. */
const TLD = 'org'

/** Creates a name in each phase. Their accounts are never logged in, so that no registrar gets their poll messages. */
export async function seedPhases(db: ClientBase, now: Date): Promise<void> {
  for (const { label, ageDays, fill } of phases) {
    const name = `${label}.${TLD}`
    const rules = await findNameRules(db, name)
    if (!rules) throw new Error(`the TLD ${TLD} is not served`)
    const createdAt = addDays(now, -ageDays)
    const domain = {
      name,
      tld: TLD,
      registrant: null,
      contacts: [],
      hosts: [],
      hostAttributes: [],
      authInfo: bystanders.authInfo,
      expiresAt: addYears(createdAt, 1),
    }
    await insertDomain(db, domain, bystanders.sponsor, createdAt)
    await fill?.({ db, name, rules, now })
  }
}

function addGrace({ db, name, rules, now }: Seeded): Promise<void> {
  const { currency } = rules
  const charge = {
    at: addDays(now, -1),
    registrar: bystanders.sponsor,
    domain: name,
    kind: 'create' as const,
    years: 1,
  }
  return bill(db, { ...charge, cents: price(rules, 'create', 1), currency, svTRID: null }, rules)
}

function autoRenewGrace({ db, name, rules, now }: Seeded): Promise<Date> {
  const expiresAt = addYears(addDays(now, -375), 1)
  return autoRenew(db, { name, sponsor: bystanders.sponsor, expiresAt }, rules, expiresAt)
}

function pendingTransfer({ db, name, rules, now }: Seeded): Promise<void> {
  const requestedAt = addDays(now, -1)
  return putTransfer(db, {
    domain: name,
    status: 'pending',
    requestedBy: bystanders.gainer,
    requestedAt,
    acting: bystanders.sponsor,
    actsAt: addDays(requestedAt, rules.transferDays),
    expiresAt: addYears(addDays(now, -100), 1 + rules.transferYears),
  })
}

async function deleted({ db, name, rules, now }: Seeded, state: DeletedState, daysAgo: number): Promise<void> {
  const deletedAt = addDays(now, -daysAgo)
  const redemptionUntil = addDays(deletedAt, rules.redemptionDays)
  const ends: Record<DeletedState, Date> = {
    redemptionPeriod: redemptionUntil,
    pendingRestore: addDays(now, rules.reportDays),
    pendingDelete: addDays(redemptionUntil, rules.pendingDeleteDays),
  }
  await putDeletion(db, name, { state, until: ends[state], redemptionUntil, clTRID: null, svTRID: 'SANDBOX-SEED' })
}
