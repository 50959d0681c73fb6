import { sql, statement } from '@nameyard/persistence/statement'

/** The account in whose name a mail is sent, and its own words for it, if it has some. */
export interface Sender {
  readonly company: string
  readonly website: string
  /** How its mails look: null where it has set nothing, and empty texts for fields that are not set. */
  readonly name: string | null
  readonly replyTo: string | null
  readonly logoUrl: string | null
  readonly color: string | null
  readonly footer: string | null
  readonly templateId: number | null
  readonly subject: string | null
  readonly text: string | null
  readonly html: string | null
}

/**
 * Reads the account and its template for a recipient. First counts a tag of the customer, then the locale, then the language,
 * then templates for all locales, then those that are the default.
 */
export const readSender = statement<
  { resellerId: number; type: string; locale: string; tags: readonly string[] },
  Sender
>(
  'mail.sender',
  ({ resellerId, type, locale, tags }) => sql`
    select r.company_name as company, r.website_url as website, look.name,
      look.reply_to as "replyTo", look.logo_url as "logoUrl", look.color, look.footer, own.id as "templateId", own.subject, own.text, own.html
    from reseller r left join mail_branding look on look.reseller_id = r.id left join lateral (
      select t.id, t.subject, t.text, t.html
      from email_template t cross join lateral (
        select ${locale}::text = any(t.locales) as exact, exists (
          select from unnest(t.locales) as known (locale) where left(known.locale, 2) = lower(left(${locale}::text, 2))
        ) as near) fit
      where t.reseller_id = r.id and t.type = ${type} and t.is_active
        and (t.tags = '{}' or t.tags && ${tags}::text[]) and (fit.near or t.locales = '{}' or t.is_default)
      order by t.tags <> '{}' desc, fit.exact desc, fit.near desc, t.locales = '{}' desc, t.is_default desc, t.id
      limit 1) own on true
    where r.id = ${resellerId}`,
)
