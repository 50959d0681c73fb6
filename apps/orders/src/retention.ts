import { outboxRetention } from '@nameyard/outbox/retention'
import { deletion, joined } from '@nameyard/persistence/retention'
import { sql } from '@nameyard/persistence/statement'

const LEDGER = 'the ledger: tax law asks for it for up to ten years, and no entry is ever changed'
const ORDERS = 'orders explain entries of the ledger'

/** What happens to the rows of the tables of this service. */
export const ordersRetention = joined(outboxRetention, {
  rules: [
    {
      table: 'dmarc_link',
      rows: 'links to DMARC orders, after their expiry',
      period: { days: 0 },
      clock: 'machine',
      reason: 'they no longer work',
      deletion: deletion('dmarc.delete-expired-links', {
        table: 'dmarc_link',
        key: ['hash'],
        due: ({ before }) => sql`expires_at < ${before}`,
        order: sql`expires_at`,
      }),
    },
    {
      table: 'dmarc_mail',
      rows: 'mails with DMARC reports, after their arrival',
      period: { days: 90, setting: { name: 'RETENTION_DMARC_MAILS_DAYS', least: 1 } },
      clock: 'platform',
      reason: 'the original answers questions about a report that was read from it',
      deletion: deletion('dmarc.delete-mails', {
        table: 'dmarc_mail',
        key: ['id'],
        due: ({ before }) => sql`received_at < ${before}`,
        order: sql`received_at`,
      }),
    },
    {
      table: 'dmarc_report',
      rows: 'DMARC reports, after their arrival',
      period: { days: 730, setting: { name: 'RETENTION_DMARC_REPORTS_DAYS', least: 30 } },
      clock: 'platform',
      reason: 'a policy is made stricter by what the reports of a long time say',
      deletion: deletion('dmarc.delete-reports', {
        table: 'dmarc_report',
        key: ['id'],
        due: ({ before }) => sql`received_at < ${before}`,
        order: sql`received_at`,
      }),
    },
    {
      table: 'ssl_link',
      rows: 'links to certificate orders, after their expiry',
      period: { days: 0 },
      clock: 'platform',
      reason: 'they no longer work',
      deletion: deletion('ssl.delete-expired-links', {
        table: 'ssl_link',
        key: ['hash'],
        due: ({ before }) => sql`expires_at < ${before}`,
        order: sql`expires_at`,
      }),
    },
    {
      table: 'ca_certificate',
      rows: 'certificates of the built-in CA, after their expiry',
      period: { days: 730, setting: { name: 'RETENTION_CERTIFICATES_DAYS', least: 30 } },
      clock: 'platform',
      reason: 'a CA must show what it issued for two years (CA/Browser Forum Baseline Requirements 5.4.3)',
      deletion: deletion('ssl.delete-expired-certificates', {
        table: 'ca_certificate',
        key: ['serial'],
        due: ({ before }) => sql`expires_at < ${before}`,
        order: sql`expires_at`,
      }),
    },
  ],
  ended: {
    dmarc_row: 'with their report',
    ssl_placed_proof: 'when the proof is removed from the zone',
    ssl_validation: 'when the next round of the order begins',
  },
  kept: {
    ca_key: 'the keys of the built-in CA',
    dmarc_charge: ORDERS,
    dmarc_order: ORDERS,
    ledger_account: LEDGER,
    ledger_entry: LEDGER,
    ledger_transaction: LEDGER,
    price: 'prices of the past explain entries of the ledger',
    price_list: 'prices of the past explain entries of the ledger',
    pricing_terms: 'prices of the past explain entries of the ledger',
    reservation: LEDGER,
    ssl_order: ORDERS,
    ssl_purchase: ORDERS,
  },
})
