import type { RecordGiven } from '@nameyard/zone/zone-record'

/** A record of a template. `%domain%` in its name and value stands for the name of the zone. */
export type TemplateRecord = RecordGiven

/** The sample name with which templates are validated. It is reserved (RFC 2606 section 3), so no real zone has it. */
export const SAMPLE_APEX = 'template.example'

/** Returns the records of a template for a zone. */
export function filledFor(apex: string, records: readonly TemplateRecord[]): RecordGiven[] {
  const fill = (text: string) => text.replaceAll(/%domain%/gi, () => apex)
  return records.map((record) => ({ ...record, name: fill(record.name), value: fill(record.value) }))
}
