import type { RecordGiven } from '@nameyard/zone/zone-record'

/** A record of a template: `%domain%` in name and value stands for the name of the zone. */
export type TemplateRecord = RecordGiven

/** Names a zone that templates are tried on; reserved, so that nobody writes it into a template (RFC 2606 section 3). */
export const SAMPLE_APEX = 'template.example'

/** The records that a template gives to a zone. */
export function filledFor(apex: string, records: readonly TemplateRecord[]): RecordGiven[] {
  const fill = (text: string) => text.replaceAll(/%domain%/gi, () => apex)
  return records.map((record) => ({ ...record, name: fill(record.name), value: fill(record.value) }))
}
