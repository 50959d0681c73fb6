import { sql, statement } from '@nameyard/persistence/statement'
import type { PublishedPolicy } from './model/aggregate-report'

/** The live order that an address receives reports for. */
export const orderOfAddress = statement<{ label: string }, { id: number; name: string }>(
  'dmarc-reports.order',
  ({ label }) => sql`select id, name from dmarc_order where report_label(name) = ${label} and status in ('REQ', 'ACT')`,
)

/** Stores a mail, unless the order has it already. */
export const insertMail = statement<{ orderId: number; digest: Buffer; now: Date; content: Buffer }, { id: string }>(
  'dmarc-reports.insert-mail',
  ({ orderId, digest, now, content }) => sql`
    insert into dmarc_mail (dmarc_order_id, digest, received_at, content)
    values (${orderId}, ${digest}, ${now}, ${content}) on conflict do nothing returning id`,
)

/** Stores a report without its rows, unless the order has it already from another mail. */
export const insertReport = statement<
  {
    orderId: number
    organisation: string
    contact: string
    reportId: string
    begin: Date
    end: Date
    domain: string
    policy: PublishedPolicy
    now: Date
  },
  { id: string }
>(
  'dmarc-reports.insert-report',
  (given) => sql`
    insert into dmarc_report (dmarc_order_id, organisation, contact, report_id, begins_at, ends_at, domain, policy,
      received_at)
    values (${given.orderId}, ${given.organisation}, ${given.contact}, ${given.reportId}, ${given.begin}, ${given.end},
      ${given.domain}, ${given.policy}, ${given.now})
    on conflict do nothing returning id`,
)

/** Stores rows of a report, and adds them to its sums. `rows` is a JSON array of rows; `first` is the number of the first. */
export const insertRows = statement<{ id: string; rows: string; first: number }>(
  'dmarc-reports.insert-rows',
  ({ id, rows, first }) => sql`
    with given as (
      select * from rows from (
        jsonb_to_recordset(${rows}::jsonb) as (
          source inet, messages integer, disposition text, dkim boolean, spf boolean, "headerFrom" text,
          "envelopeFrom" text, details jsonb)
      ) with ordinality
    ), kept as (
      insert into dmarc_row (dmarc_report_id, number, source, messages, disposition, dkim, spf, header_from,
        envelope_from, details)
      select ${id}::text::bigint, ${first}::integer + ordinality - 1, source, messages, disposition, dkim, spf, "headerFrom",
        "envelopeFrom", details
      from given
    )
    update dmarc_report set
      messages = messages + (select sum(g.messages) from given g),
      passed = passed + (select coalesce(sum(g.messages) filter (where g.dkim or g.spf), 0) from given g)
    where id = ${id}::text::bigint`,
)
