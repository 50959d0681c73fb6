/**
 * One SQL statement with the name PostgreSQL prepares it under, so that it is parsed and planned once per
 * connection. A name belongs to one text for ever; the service's own word comes first: `customers.get`.
 */
export interface Statement {
  readonly name: string
  readonly text: string
}

/** Names a statement. Texts that are put together at run time (filters of a list) stay unnamed: pass `''`. */
export function statement(name: string, text: string): Statement {
  return { name, text }
}
