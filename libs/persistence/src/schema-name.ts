/** Schema and role of a service in the platform's one database; neither sees another service's tables. */
export function schemaOf(service: string): { schema: string; role: string } {
  const schema = service.replaceAll('-', '_')
  return { schema, role: `nameyard_${schema}` }
}
