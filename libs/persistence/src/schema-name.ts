/** Where the tables of a service are in the platform's one database. */
export interface Place {
  readonly schema: string
  readonly role: string
}

/** Schema and role of a service; no role can access the tables of another service. */
export function schemaOf(service: string): Place {
  const schema = service.replaceAll('-', '_')
  return { schema, role: `nameyard_${schema}` }
}
