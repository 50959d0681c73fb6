import type { resellerProfile } from '@nameyard/contracts/access/reseller-profile'
import { statement } from '@nameyard/persistence/statement'
import { EntitySchema } from 'typeorm'
import type { z } from 'zod'
import type { Particulars, PartyNames } from '../customers/model/particulars'

/** What an account says of itself. */
export interface ResellerProfile extends Particulars, PartyNames {
  readonly inn: string
  readonly kpp: string
  readonly website_url: string
  readonly additional_data: z.output<typeof resellerProfile>['additional_data']
}

/** An account: the company that sells names under its own brand. */
export interface Reseller extends ResellerProfile {
  readonly id: number
  /** ISO 4217; prices and the balance of the account are in it. */
  readonly currency: string
  readonly created_at: Date
  /** Requests it may make in the long run, where the operator gave it a limit of its own; with the burst or not at all. */
  readonly requests_per_second: number | null
  readonly requests_burst: number | null
  /** Whether its domains renew by themselves that follow its setting, and how often that was changed. */
  readonly is_auto_renew_enabled: boolean
  readonly auto_renew_version: number
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
  },
  checks: [
    { name: 'reseller_request_limit', expression: 'requests_per_second > 0 and requests_burst > 0' },
    {
      name: 'reseller_request_limit_whole',
      expression: '(requests_per_second is null) = (requests_burst is null)',
    },
  ],
})

/** company_name, currency, now → id */
export const insertReseller = statement(
  'reseller.insert',
  'insert into reseller (company_name, currency, created_at) values ($1, $2, $3) returning id',
)

/** number → at most one */
export const findReseller = statement('reseller.find', 'select id from reseller where id = $1')

/** number → the setting of the account, locked */
export const lockAutoRenewal = statement(
  'reseller.lock_auto_renewal',
  'select is_auto_renew_enabled from reseller where id = $1 for no key update',
)

/** number, the setting → how often it was changed */
export const updateAutoRenewal = statement(
  'reseller.auto_renewal',
  `update reseller set is_auto_renew_enabled = $2, auto_renew_version = auto_renew_version + 1 where id = $1
   returning auto_renew_version`,
)

/** number → the whole row, locked */
export const lockProfile = statement('reseller.lock_profile', 'select * from reseller where id = $1 for no key update')

/** number → the limit of the account, locked */
export const lockReseller = statement(
  'reseller.lock',
  'select requests_per_second, requests_burst from reseller where id = $1 for no key update',
)

/** number, requests a second or null, burst or null */
export const updateRequestLimit = statement(
  'reseller.request_limit',
  'update reseller set requests_per_second = $2, requests_burst = $3 where id = $1',
)
