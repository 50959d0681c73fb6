import { EntitySchema } from 'typeorm'
import { statement } from '@nameyard/persistence/statement'

/** An account: the company that sells names under its own brand. */
export interface Reseller {
  readonly id: number
  readonly company_name: string
  /** ISO 4217; prices and the balance of the account are in it. */
  readonly currency: string
  readonly created_at: Date
}

export const resellerSchema = new EntitySchema<Reseller>({
  name: 'reseller',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    company_name: { type: 'text' },
    currency: { type: 'text' },
    created_at: { type: 'timestamptz' },
  },
})

/** company_name, currency, now → id */
export const insertReseller = statement(
  'reseller.insert',
  'insert into reseller (company_name, currency, created_at) values ($1, $2, $3) returning id',
)

/** number → at most one */
export const findReseller = statement('reseller.find', 'select id from reseller where id = $1')
