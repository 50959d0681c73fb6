import type { ClientBase, Pool } from 'pg'
import { findOffset, shifted, type RealClock } from '../clock/clock.store'
import { inTransaction } from '../database/transaction'
import { bystanders } from '../model/bystanders'
import { addYears } from '../model/calendar'
import { COMMON_ENDPOINT, RRI_ENDPOINT } from '../model/endpoint'
import { insertContact } from '../objects/contact.store'
import { insertDomain } from '../objects/domain.store'
import { hashPassword, hashWithoutPassword } from '../sessions/password'
import {
  firstLabels,
  idnTables,
  premiumCents,
  profiles,
  reservedToken,
  rival,
  rriSessionRules,
  sessionRules,
  trademark,
} from './catalogue'
import { seedDocumentation } from './documentation'
import { seedPhases } from './phases'
import {
  claimFirstStart,
  putRegistrar,
  insertSessionRules,
  insertSpecialNames,
  putIdnTable,
  putProfile,
  putTrademark,
} from './seed.store'

/** A configured account. The password is stored as a hash; a password that its registrar changed stays. */
export interface RegistrarAccount {
  readonly clID: string
  readonly password: string
  /** SHA-256 of the only client certificate this account may log in with, in hex. */
  readonly certificateSha256?: string | undefined
}

/**
 * Every start writes the rules, adds accounts and updates their certificates, and adds free names of documentation. The
 * first start also fills the registry.
 */
export async function seed(
  pool: Pool,
  clock: RealClock,
  registrars: readonly RegistrarAccount[],
  hasDocumentation: boolean,
): Promise<void> {
  const accounts = await Promise.all(
    registrars.map(async ({ clID, password, certificateSha256 }) => ({
      clID,
      passwordHash: await hashPassword(password),
      certificateSha256: certificateSha256?.replaceAll(':', '').toLowerCase() ?? null,
    })),
  )
  await inTransaction(pool, async (db) => {
    for (const account of accounts) await putRegistrar(db, account)
    await putRules(db)
    for (const clID of [bystanders.sponsor, bystanders.gainer]) {
      await putRegistrar(db, { clID, passwordHash: hashWithoutPassword(), certificateSha256: null })
    }
    const isFirst = await claimFirstStart(db)
    if (hasDocumentation) await seedDocumentation(db, shifted(clock, await findOffset(db)))
    if (!isFirst) return
    await insertSpecialTerms(db)
    const now = clock.now()
    await seedPhases(db, now)
    if (accounts.some(({ clID }) => clID === rival.clID)) await insertNamesOfRival(db, now)
  })
}

async function putRules(db: ClientBase): Promise<void> {
  await insertSessionRules(db, COMMON_ENDPOINT, sessionRules)
  await insertSessionRules(db, RRI_ENDPOINT, rriSessionRules)
  for (const table of idnTables) await putIdnTable(db, table)
  await putTrademark(db, trademark.label, trademark.claimKey)
  for (const profile of profiles) {
    await putProfile(db, profile)
    await insertSessionRules(db, profile.name, profile.sessionRules ?? sessionRules)
  }
}

/** Reserved and premium names under every TLD. */
async function insertSpecialTerms(db: ClientBase): Promise<void> {
  const tlds = profiles.flatMap((profile) => profile.tlds.map(({ name }) => name))
  const under = (labels: readonly string[]) => labels.flatMap((label) => tlds.map((tld) => `${label}.${tld}`))
  const { create: createCents, renew: renewCents } = premiumCents
  await insertSpecialNames(db, { kind: 'reserved', token: reservedToken }, under(firstLabels.reserved))
  await insertSpecialNames(db, { kind: 'premium', createCents, renewCents }, under(firstLabels.premium))
}

/** Taken names under every TLD. */
async function insertNamesOfRival(db: ClientBase, now: Date): Promise<void> {
  await insertContact(db, rivalHolder, rival.clID, now)
  for (const { rules, tlds } of profiles) {
    const registrant = rules.contacts === 'prohibited' ? null : rivalHolder.id
    for (const { name: tld } of tlds) {
      for (const label of firstLabels.taken) {
        const linked = { contacts: [], hosts: [], hostAttributes: [] }
        const { authInfo } = rival
        const taken = { name: `${label}.${tld}`, tld, registrant, ...linked, authInfo, expiresAt: addYears(now, 1) }
        await insertDomain(db, taken, rival.clID, now)
      }
    }
  }
}

const rivalHolder = {
  id: rival.contactId,
  postalInfo: [
    {
      type: 'int' as const,
      name: 'Rita Rival',
      org: 'Rival Registrar',
      street: ['1 Other Street'],
      city: 'Elsewhere',
      sp: null,
      pc: '1000 AA',
      cc: 'NL',
    },
  ],
  voice: '+31.200000000',
  voiceExtension: null,
  fax: null,
  faxExtension: null,
  email: 'rita@rival.example',
  disclose: null,
  authInfo: rival.authInfo,
}
