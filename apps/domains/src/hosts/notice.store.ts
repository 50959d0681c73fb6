import type { Database, Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { EntitySchema } from 'typeorm'

/** Something that happened to a domain without an operation of its own, in words, for its history. */
export interface DomainNotice {
  id: string
  domainId: number
  subject: string
  contents: string
  happenedAt: Date
}

export const domainNoticeSchema = new EntitySchema<DomainNotice>({
  name: 'domain_notice',
  columns: {
    id: { type: 'bigint', primary: true, generated: 'increment' },
    domainId: { type: 'integer', name: 'domain_id' },
    subject: { type: 'text' },
    contents: { type: 'text' },
    happenedAt: { type: 'timestamptz', name: 'happened_at' },
  },
  indices: [{ name: 'domain_notice_of_domain', columns: ['domainId', 'happenedAt'] }],
  foreignKeys: [
    {
      name: 'domain_notice_domain_id_fkey',
      target: 'domain',
      columnNames: ['domainId'],
      referencedColumnNames: ['id'],
    },
  ],
})

const insert = statement(
  'notices.insert',
  'insert into domain_notice (domain_id, subject, contents, happened_at) values ($1, $2, $3, $4)',
)

const ofDomains = statement(
  'notices.of-domains',
  `select domain_id as "domainId", subject, contents, happened_at as "happenedAt" from domain_notice
   where domain_id = any($1) order by happened_at desc, id desc`,
)

/** Keeps what happened for the history of a domain. */
export async function insertNotice(
  tx: Tx,
  { domainId, subject, contents, happenedAt }: Omit<DomainNotice, 'id'>,
): Promise<void> {
  await tx.query(insert, [domainId, subject, contents, happenedAt])
}

/** What happened to some domains, the latest first. */
export function noticesOf(database: Database, domainIds: readonly number[]): Promise<Omit<DomainNotice, 'id'>[]> {
  return database.read<Omit<DomainNotice, 'id'> & Record<string, unknown>>(ofDomains, [domainIds])
}
