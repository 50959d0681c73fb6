import { EntitySchema } from 'typeorm'

/** How many requests an account may still make at once, over all edges; see `findBearers`. */
export interface RequestAllowance {
  readonly reseller_id: number
  readonly remaining: number
  readonly as_of: Date
}

export const requestAllowanceSchema = new EntitySchema<RequestAllowance>({
  name: 'request_allowance',
  columns: {
    reseller_id: { type: 'integer', primary: true },
    remaining: { type: 'double precision' },
    as_of: { type: 'timestamptz' },
  },
})
