import { statement } from '@nameyard/persistence/statement'
import { EntitySchema } from 'typeorm'

/** The link by which a registrant authorizes a transfer, and the mails it was sent with. */
export interface TransferAuthorization {
  domainId: number
  /** Number of the newest link in hexadecimal. */
  nonce: string
  mails: number
  mailsSince: Date
}

export const transferAuthorizationSchema = new EntitySchema<TransferAuthorization>({
  name: 'transfer_authorization',
  columns: {
    domainId: { type: 'integer', name: 'domain_id', primary: true },
    nonce: { type: 'text' },
    mails: { type: 'integer' },
    mailsSince: { type: 'timestamptz', name: 'mails_since' },
  },
  foreignKeys: [
    {
      name: 'transfer_authorization_domain_id_fkey',
      target: 'domain',
      columnNames: ['domainId'],
      referencedColumnNames: ['id'],
    },
  ],
})

/** domain, number of the new link, now, since when mails count → how many there were since when, this one with them */
export const newLink = statement(
  'transfer_authorization.new-link',
  `insert into transfer_authorization as known (domain_id, nonce, mails, mails_since) values ($1, $2, 1, $3)
   on conflict (domain_id) do update set nonce = excluded.nonce,
     mails = case when known.mails_since > $4 then known.mails + 1 else 1 end,
     mails_since = case when known.mails_since > $4 then known.mails_since else excluded.mails_since end
   returning mails, mails_since as "mailsSince"`,
)

/** domain, number of a link → the domain while it waits for the answer to that link */
export const askedByLink = statement(
  'transfer_authorization.asked',
  `select d.id, d.name, d.transfer_code as "transferCode"
   from transfer_authorization a join domain d on d.id = a.domain_id
   where a.domain_id = $1 and a.nonce = $2 and d.waits_for = 'authorization' and d.deleted_at is null`,
)
