import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { extensionRecord } from '@nameyard/contracts/domains/extension-record'
import { delegated } from './delegated'

const FOLDER = join(__dirname, '..', '..', 'catalogue')

const shipped = z.array(z.strictObject({ from: z.iso.datetime().pipe(z.coerce.date()), record: extensionRecord }))
export type ShippedExtension = z.output<typeof shipped>[number]

/** The file whose records have additional data alone. */
const ADDITIONAL_DATA = 'additional-data.json'

/** Reads the records that come with the platform, in the order of their dates. */
export function shippedExtensions(): readonly ShippedExtension[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => {
      const parsed = shipped.safeParse(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')))
      if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`)
      return file === ADDITIONAL_DATA ? parsed.data.map(onDelegated) : parsed.data
    })
    .toSorted((one, other) => one.from.getTime() - other.from.getTime())
}

/** The record of a delegated extension with the additional data of another one. */
function onDelegated({ from, record }: ShippedExtension): ShippedExtension {
  const rules = delegated.get(record.suffix)
  if (!rules) return { from, record }
  const { additionalData } = record
  return { from, record: { ...rules, additionalData, source: `${rules.source}; additional data: lists of registrars` } }
}
