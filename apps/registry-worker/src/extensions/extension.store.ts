import type { ExtensionRecord } from '@nameyard/contracts/domains/extension-record'
import { sql, statement } from '@nameyard/persistence/statement'

/** The record of an extension from an instant on. */
export interface Extension {
  readonly number: number
  readonly suffix: string
  readonly effectiveFrom: Date
  readonly record: ExtensionRecord
}

/** `record` is JSON. A repeated row has no effect. */
export const addExtension = statement<{
  readonly number: number
  readonly suffix: string
  readonly effectiveFrom: string
  readonly record: string
}>(
  'extensions.add',
  ({ number, suffix, effectiveFrom, record }) => sql`
    insert into extension (number, suffix, effective_from, record)
    values (${number}, ${suffix}, ${effectiveFrom}, ${record}) on conflict (number) do nothing`,
)

/** Rows arrive in any order and are never changed, so their count shows whether there are new ones. */
export const countExtensions = statement<void, { readonly count: number }>(
  'extensions.count',
  () => sql`select count(*)::integer as count from extension`,
)

export const allExtensions = statement<void, Extension>(
  'extensions.all',
  () => sql`
    select number::float8 as number, suffix, effective_from as "effectiveFrom", record from extension
    order by effective_from, number`,
)

/** The rules that the sandbox registry has, as JSON text. */
export const sandboxExtensions = statement<void, { readonly suffix: string; readonly rules: unknown }>(
  'extensions.of-sandbox',
  () => sql`select suffix, rules from sandbox_extension`,
)

/** `rules` is JSON. */
export const putSandboxExtension = statement<{ readonly suffix: string; readonly rules: string }>(
  'extensions.put-of-sandbox',
  ({ suffix, rules }) => sql`
    insert into sandbox_extension (suffix, rules) values (${suffix}, ${rules})
    on conflict (suffix) do update set rules = excluded.rules`,
)
