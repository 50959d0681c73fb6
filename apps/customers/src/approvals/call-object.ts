/** A name as the arguments of calls have it. */
interface Named {
  readonly name?: unknown
  readonly extension?: unknown
}

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** The object of a call in one word, from its arguments: a domain, a name, a handle or a number. Empty if it has none. */
export function objectOf({ domain, name, handle, id }: Readonly<Record<string, unknown>>): string {
  if (typeof domain === 'object' && domain !== null) {
    const { name: label, extension } = domain as Named
    return `${text(label)}.${text(extension)}`
  }
  return text(domain) || text(name) || text(handle) || text(id)
}
