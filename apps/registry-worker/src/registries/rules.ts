import { z } from 'zod'
import { commonEppExtensions, eppExtensions } from '@nameyard/contracts/registry/epp-extensions'
import { registryPeriods } from '@nameyard/contracts/registry/registry-periods'
import {
  ALLOCATION_TOKEN,
  CHANGE_POLL,
  CHARGE,
  FEE,
  IDN,
  LAUNCH,
  LOGIN_SECURITY,
  RGP,
  SECDNS,
} from '@nameyard/epp/namespaces'
import type { ContactRole } from '../dialects/contact'
import type { RegistryTld } from '../dialects/dialect'

/** The namespace of each EPP extension, by its name in records and accounts. */
const namespaces = {
  rgp: RGP,
  secDNS: SECDNS,
  fee: FEE,
  launch: LAUNCH,
  idn: IDN,
  loginSec: LOGIN_SECURITY,
  allocationToken: ALLOCATION_TOKEN,
  changePoll: CHANGE_POLL,
  charge: CHARGE,
} satisfies Record<(typeof eppExtensions)[number], string>

/** Rules of a TLD or an account, in the words of records. */
export const rules = z.strictObject({
  hosts: z.enum(['objects', 'attributes']),
  contacts: z.enum(['required', 'optional', 'prohibited']),
  contactIds: z.enum(['platform', 'registry']),
  dnssec: z.enum(['ds', 'key', 'none']),
  restore: z.enum(['report', 'immediate']),
  isRenewable: z.boolean(),
  renewalOpensDays: z.int().min(0).max(3_650),
  eppExtensions: z.array(z.enum(eppExtensions)),
  periods: registryPeriods,
  /** What the dialect has to know about the TLD, by its own schema. */
  options: z.record(z.string(), z.json()),
})
export type Rules = z.output<typeof rules>

const secDns = { ds: 'dsData', key: 'keyData', none: 'none' } as const

/** The given rules in the form in which commands use them. */
export function termsOf(given: Partial<Rules>): Partial<RegistryTld> {
  const { hosts, contacts, contactIds, dnssec, restore, isRenewable, renewalOpensDays } = given
  const { eppExtensions: extensions, periods, options } = given
  return {
    ...(hosts && { nameserverForm: hosts === 'objects' ? 'hostObj' : 'hostAttr' }),
    ...(contacts && { contacts }),
    ...(contactIds && { contactIds }),
    ...(dnssec && { secDns: secDns[dnssec] }),
    ...(restore && { restore }),
    ...(isRenewable !== undefined && { isRenewable }),
    ...(renewalOpensDays !== undefined && { renewalOpensDays }),
    ...(extensions && { extensions: new Set(extensions.map((name) => namespaces[name])) }),
    ...(periods && { periods }),
    ...(options && { options }),
  }
}

const allRoles: ReadonlySet<ContactRole> = new Set(['registrant', 'admin', 'billing', 'tech'])

/** The rules of a generic TLD under ICANN's agreements and RFC 3915. */
export const genericTerms: Omit<RegistryTld, 'dialect'> = {
  options: {},
  nameserverForm: 'hostObj',
  contacts: 'required',
  contactRoles: { create: allRoles, update: allRoles },
  contactIds: 'platform',
  transfers: 'requested',
  secDns: 'dsData',
  restore: 'report',
  isRenewable: true,
  renewalOpensDays: 0,
  extensions: new Set(commonEppExtensions.map((name) => namespaces[name])),
  periods: {},
}
