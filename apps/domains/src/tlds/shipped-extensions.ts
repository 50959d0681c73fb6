import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { extensionRecord } from '@nameyard/contracts/domains/extension-record'

const FOLDER = join(__dirname, '..', '..', 'catalogue')

const shipped = z.array(z.strictObject({ from: z.iso.datetime().pipe(z.coerce.date()), record: extensionRecord }))
export type ShippedExtension = z.output<typeof shipped>[number]

/** Reads the records that come with the platform, in the order of their dates. */
export function shippedExtensions(): readonly ShippedExtension[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => {
      const parsed = shipped.safeParse(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')))
      if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`)
      return parsed.data
    })
    .toSorted((one, other) => one.from.getTime() - other.from.getTime())
}
