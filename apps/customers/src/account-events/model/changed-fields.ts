/** The fields of a read that several columns make up. */
const parts: readonly (readonly [column: RegExp, field: string])[] = [
  [/^(?:first_name|prefix|initials|last_name)$/, 'name'],
  [/^(?:street|house_number|house_suffix|zipcode|city|state|country)$/, 'address'],
  [/^phone_/, 'phone'],
  [/^fax_/, 'fax'],
  [/^api_(?:allowed|denied)_from$/, 'api_client_ip_list'],
  [/^panel_(?:allowed|denied)_from$/, 'rcp_client_ip_list'],
]

/** Returns the fields of the read of a contact or customer that show these columns, each once, in the order of their names. */
export function changedFields(columns: readonly string[]): string[] {
  const fields = columns.map((column) => parts.find(([pattern]) => pattern.test(column))?.[1] ?? column)
  return [...new Set(fields)].sort()
}
