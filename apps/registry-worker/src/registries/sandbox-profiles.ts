import { z } from 'zod'
import { commonEppExtensions } from '@nameyard/contracts/registry/epp-extensions'
import type { Rules } from './rules'

const national: Partial<Rules> = {
  hosts: 'attributes',
  dnssec: 'key',
  restore: 'immediate',
  eppExtensions: ['rgp', 'secDNS', 'loginSec'],
}
/** As in the records of the catalogue. */
const thin: Partial<Rules> = {
  contacts: 'prohibited',
  eppExtensions: commonEppExtensions.filter((name) => name !== 'idn'),
}
const bare: Partial<Rules> = { eppExtensions: ['rgp', 'secDNS'] }

interface Profile {
  readonly tlds: readonly string[]
  /** The rules that are not generic. */
  readonly rules?: Partial<Rules>
  /** The dialect; `plain` without one. */
  readonly dialect?: string
}

/** What the sandbox registry serves from its start. */
export const profiles: Readonly<Record<string, Profile>> = {
  gtld: { tlds: ['org', 'info', 'sandbox', 'launch'] },
  'verisign-com': { tlds: ['com'], rules: { ...thin, options: { subProduct: 'dotCOM' } }, dialect: 'verisign' },
  'verisign-net': { tlds: ['net'], rules: { ...thin, options: { subProduct: 'dotNET' } }, dialect: 'verisign' },
  thin: {
    tlds: ['thin'],
    rules: { contacts: 'prohibited', restore: 'immediate', eppExtensions: ['rgp', 'secDNS', 'fee'] },
  },
  'cctld-instant': { tlds: ['instant'], rules: national },
  'cctld-pending': { tlds: ['uk'], rules: { ...national, dnssec: 'ds' } },
  afnic: { tlds: ['fr'], rules: { ...national, dnssec: 'ds', contactIds: 'registry' }, dialect: 'afnic' },
  dnsbe: { tlds: ['be'], rules: { ...national, contactIds: 'registry', isRenewable: false }, dialect: 'dnsbe' },
  eurid: { tlds: ['eu'], rules: { ...national, contactIds: 'registry' }, dialect: 'eurid' },
  sidn: {
    tlds: ['nl'],
    rules: {
      ...national,
      contactIds: 'registry',
      isRenewable: false,
      periods: { create: [1, 3, 12].map((months) => ({ unit: 'm', min: months, max: months })) },
    },
    dialect: 'sidn',
  },
  strict: { tlds: ['strict'], rules: bare },
  async: { tlds: ['async'], rules: bare },
}

/** The name of a profile of the sandbox registry. */
export const profileName = z.string().refine((name) => Object.hasOwn(profiles, name), 'no profile of that name')
