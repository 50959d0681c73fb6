import { sql, statement } from '@nameyard/persistence/statement'

/** Someone who is mailed about an event. */
export interface EventMailReader {
  /** `registrant`, or `contacts-` and the number of an administrator. */
  readonly recipient: string
  readonly email: string
  readonly locale: string
  readonly isRegistrant: boolean
  /** Tags of the registrant. */
  readonly tags: readonly string[]
}

/** The registrant and the administrators of an account, as far as they are wanted. Administrators with the same address get one mail. */
export const findReaders = statement<
  {
    readonly resellerId: number
    readonly registrant: string
    readonly toRegistrant: boolean
    readonly toReseller: boolean
  },
  EventMailReader
>(
  'event_mail.readers',
  ({ resellerId, registrant, toRegistrant, toReseller }) => sql`
    select reader.* from (
      select 'registrant' as recipient, c.email, c.locale, true as "isRegistrant", array(
        select value from customer_tag join tag on tag.id = tag_id where customer_id = c.id) as tags
      from customer c
      where ${toRegistrant}::boolean and c.reseller_id = ${resellerId} and c.handle = ${registrant}
        and c.deleted_at is null
      union all (
        select distinct on (lower(p.email)) 'contacts-' || p.id, p.email, p.locale, false, '{}'::text[]
        from contact p
        where ${toReseller}::boolean and p.reseller_id = ${resellerId} and p.role = 'admin' and p.is_active
          and p.deleted_at is null
        order by lower(p.email), p.id)) reader
    where reader.email <> ''`,
)

/** The registration data of a customer, as its mails show them. */
export interface RegistrantData {
  readonly name: string
  readonly company: string
  readonly address: string
  readonly email: string
  readonly phone: string
}

/** Reads the registration data of the registrant. */
export const readRegistrant = statement<{ readonly resellerId: number; readonly registrant: string }, RegistrantData>(
  'event_mail.registrant',
  ({ resellerId, registrant }) => sql`
    select concat_ws(' ', nullif(first_name, ''), nullif(prefix, ''), nullif(last_name, '')) as name,
      company_name as company, email,
      concat_ws(', ', concat_ws(' ', nullif(street, ''), nullif(house_number, ''), nullif(house_suffix, '')),
        concat_ws(' ', nullif(zipcode, ''), nullif(city, '')), nullif(state, ''), nullif(country, '')) as address,
      concat_ws(' ', nullif(phone_country_code, ''), nullif(phone_area_code, ''), nullif(phone_subscriber_number, ''))
        as phone
    from customer where reseller_id = ${resellerId} and handle = ${registrant} and deleted_at is null`,
)
