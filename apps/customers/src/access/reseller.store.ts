import { EntitySchema } from 'typeorm'
import type { z } from 'zod'
import type { resellerProfile } from '@nameyard/contracts/access/reseller-profile'
import { sql, statement } from '@nameyard/persistence/statement'
import type { PartyDetails, PartyNames } from '../party/model/party-details'

/** The profile of an account. */
export interface ResellerProfile extends PartyDetails, PartyNames {
  readonly inn: string
  readonly kpp: string
  readonly website_url: string
  readonly additional_data: z.output<typeof resellerProfile>['additional_data']
}

/** An account: a company that sells domain names under its own brand. */
export interface Reseller extends ResellerProfile {
  readonly id: number
  /** ISO 4217; the currency of prices and balance. */
  readonly currency: string
  readonly created_at: Date
  /** Own request limit of the account. Rate and burst are both set or both null. */
  readonly requests_per_second: number | null
  readonly requests_burst: number | null
  /** Whether domains with `autorenew: default` renew automatically, and how often that was changed. */
  readonly is_auto_renew_enabled: boolean
  readonly auto_renew_version: number
  /** Whether a login with a password needs a second factor. */
  readonly is_second_factor_required: boolean
  /** Whether the administrator has switched the table of roles on. */
  readonly enforces_roles: boolean
}

const detail = { type: 'text', default: '' } as const

export const resellerSchema = new EntitySchema<Reseller>({
  name: 'reseller',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    company_name: { type: 'text' },
    first_name: detail,
    prefix: detail,
    initials: detail,
    last_name: detail,
    street: detail,
    house_number: detail,
    house_suffix: detail,
    zipcode: detail,
    city: detail,
    state: detail,
    country: detail,
    phone_country_code: detail,
    phone_area_code: detail,
    phone_subscriber_number: detail,
    fax_country_code: detail,
    fax_area_code: detail,
    fax_subscriber_number: detail,
    vat: detail,
    inn: detail,
    kpp: detail,
    website_url: detail,
    locale: { type: 'text', default: 'en_GB' },
    comments: detail,
    additional_data: { type: 'jsonb', default: {} },
    currency: { type: 'text' },
    created_at: { type: 'timestamptz' },
    requests_per_second: { type: 'double precision', nullable: true },
    requests_burst: { type: 'integer', nullable: true },
    is_auto_renew_enabled: { type: 'boolean', default: true },
    auto_renew_version: { type: 'integer', default: 0 },
    is_second_factor_required: { type: 'boolean', default: false },
    enforces_roles: { type: 'boolean', default: false },
  },
})

export const insertReseller = statement<
  { company: string; currency: string; enforcesRoles: boolean; now: Date },
  { id: number }
>(
  'reseller.insert',
  ({ company, currency, enforcesRoles, now }) => sql`
    insert into reseller (company_name, currency, enforces_roles, created_at)
    values (${company}, ${currency}, ${enforcesRoles}, ${now}) returning id`,
)

/** Switches the table of roles on or off. Returns nothing when it is so already. */
export const updateRoles = statement<{ resellerId: number; isEnforced: boolean }, { id: number }>(
  'reseller.update_roles',
  ({ resellerId, isEnforced }) => sql`
    update reseller set enforces_roles = ${isEnforced}
    where id = ${resellerId} and enforces_roles <> ${isEnforced} returning id`,
)

export const lockAutoRenewal = statement<{ resellerId: number }, Pick<Reseller, 'is_auto_renew_enabled'>>(
  'reseller.lock_auto_renewal',
  ({ resellerId }) => sql`select is_auto_renew_enabled from reseller where id = ${resellerId} for no key update`,
)

export const updateAutoRenewal = statement<
  { resellerId: number; isEnabled: boolean },
  Pick<Reseller, 'auto_renew_version'>
>(
  'reseller.auto_renewal',
  ({ resellerId, isEnabled }) => sql`
    update reseller set is_auto_renew_enabled = ${isEnabled},
      auto_renew_version = auto_renew_version + 1 where id = ${resellerId}
    returning auto_renew_version`,
)

export const readProfile = statement<{ resellerId: number }, Reseller>(
  'reseller.read_profile',
  ({ resellerId }) => sql`select * from reseller where id = ${resellerId}`,
)

export const lockProfile = statement<{ resellerId: number }, Reseller>(
  'reseller.lock_profile',
  ({ resellerId }) => sql`select * from reseller where id = ${resellerId} for no key update`,
)

export const lockReseller = statement<{ resellerId: number }, Pick<Reseller, 'requests_per_second' | 'requests_burst'>>(
  'reseller.lock',
  ({ resellerId }) =>
    sql`select requests_per_second, requests_burst from reseller where id = ${resellerId} for no key update`,
)

export const updateRequestLimit = statement<{ resellerId: number; perSecond: number | null; burst: number | null }>(
  'reseller.request_limit',
  ({ resellerId, perSecond, burst }) =>
    sql`update reseller set requests_per_second = ${perSecond}, requests_burst = ${burst} where id = ${resellerId}`,
)
