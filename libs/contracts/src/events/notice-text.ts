/**
 * Returns the sentence of a notice: `{domain.name}` is the field `name` in the field `domain` of the state. A field that
 * the state does not have is left out.
 */
export function noticeText(text: string, state: unknown): string {
  return text.replaceAll(/\{([\w.]+)\}/g, (_, path: string) => printed(fieldOf(state, path.split('.'))))
}

const printed = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

function fieldOf(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value
  if (typeof value !== 'object' || value === null) return undefined
  return fieldOf((value as Readonly<Record<string, unknown>>)[name], rest)
}
