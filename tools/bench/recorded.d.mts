/** A statement with its values as PostgreSQL reads them; `{{n}}` in a value is new in every repetition. */
export interface RecordedStatement {
  readonly text: string
  readonly values: readonly (string | number | boolean | null)[]
}

export function statementsOf(requests: readonly (readonly RecordedStatement[])[]): RecordedStatement[]
export function newValues(): <Value>(value: Value) => Value
export function pgbenchScript(statements: readonly RecordedStatement[], types: readonly (readonly string[])[]): string
