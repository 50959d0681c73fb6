/** A zone of fewer records is soon looked through. */
const SMALLEST_ZONE = 10
const MOST_REMOVED = 0.3

/** Whether a change takes so much out of a zone that it is more likely a mistake. SOA and NS of the apex never go. */
export function brakes(records: number, removed: number): boolean {
  return records >= SMALLEST_ZONE && removed > records * MOST_REMOVED
}
