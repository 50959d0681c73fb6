import type { Client, Connection, Submittable } from 'pg'

/** How PostgreSQL describes a prepared statement, with the type names of `pg_type`. */
export interface Description {
  readonly parameters: readonly string[]
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

interface Field {
  readonly name: string
  readonly dataTypeID: number
}

/** Prepares a text and describes it (Parse and Describe of the extended query protocol), without running it. */
class Describe implements Submittable {
  parameters: readonly number[] = []
  fields: readonly Field[] = []
  private done: (error?: Error) => void = () => undefined
  readonly finished = new Promise<void>((resolve, reject) => {
    this.done = (error) => (error ? reject(error) : resolve())
  })

  constructor(private readonly text: string) {}

  submit(connection: Connection): void {
    const onParameters = ({ dataTypeIDs }: { dataTypeIDs: number[] }) => void (this.parameters = dataTypeIDs)
    connection.on('parameterDescription', onParameters)
    const stopListening = () => connection.off('parameterDescription', onParameters)
    this.finished.then(stopListening, stopListening)
    connection.parse({ name: '', text: this.text, types: [] }, true)
    connection.describe({ type: 'S', name: '' }, true)
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.fields = fields
  }

  handleError(error: Error): void {
    this.done(error)
  }

  handleReadyForQuery(): void {
    this.done()
  }
}

/** Describes statements in a schema of a migrated database. */
export async function describer(client: Client): Promise<(text: string) => Promise<Description>> {
  const { rows } = await client.query<{ oid: number; typname: string }>('select oid::int, typname from pg_type')
  const names = new Map(rows.map(({ oid, typname }) => [oid, typname]))
  const nameOf = (oid: number) => names.get(oid) ?? String(oid)
  return async (text) => {
    const describe = new Describe(text)
    client.query(describe)
    await describe.finished
    return {
      parameters: describe.parameters.map(nameOf),
      columns: describe.fields.map(({ name, dataTypeID }) => ({ name, type: nameOf(dataTypeID) })),
    }
  }
}
