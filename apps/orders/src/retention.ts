import { outboxRetention } from '@nameyard/outbox/retention'
import { deletion, joined } from '@nameyard/persistence/retention'
import { sql } from '@nameyard/persistence/statement'

const BOOKS = 'the books: tax law asks for them for up to ten years, and no entry is ever changed'
const ORDERS = 'orders explain entries of the books'

/** What happens to the rows of the tables of this service. */
export const ordersRetention = joined(outboxRetention, {
  rules: [
    {
      table: 'dmarc_link',
      rows: 'links to DMARC orders, after their expiry',
      period: { days: 0 },
      clock: 'machine',
      reason: 'nobody can use them',
      deletion: deletion('dmarc.delete-expired-links', {
        table: 'dmarc_link',
        key: ['hash'],
        due: ({ before }) => sql`expires_at < ${before}`,
        order: sql`expires_at`,
      }),
    },
    {
      table: 'ssl_link',
      rows: 'links to certificate orders, after their expiry',
      period: { days: 0 },
      clock: 'platform',
      reason: 'nobody can use them',
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
    ssl_placed_proof: 'when the proof is removed from the zone',
    ssl_validation: 'when the next round of the order begins',
  },
  kept: {
    ca_key: 'the keys of the built-in CA',
    dmarc_charge: ORDERS,
    dmarc_order: ORDERS,
    ledger_account: BOOKS,
    ledger_entry: BOOKS,
    ledger_transaction: BOOKS,
    price: 'prices of the past explain entries of the books',
    price_list: 'prices of the past explain entries of the books',
    pricing_terms: 'prices of the past explain entries of the books',
    reservation: BOOKS,
    ssl_order: ORDERS,
    ssl_purchase: ORDERS,
  },
})
