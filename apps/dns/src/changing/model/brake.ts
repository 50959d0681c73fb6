/** Zones with fewer records are not guarded: their owner sees all of them at a glance. */
const SMALLEST_ZONE = 10
const MOST_REMOVED = 0.3

/** Whether a change removes so many records that it is probably a mistake. SOA and NS of the apex do not count. */
export function brakes(records: number, removed: number): boolean {
  return records >= SMALLEST_ZONE && removed > records * MOST_REMOVED
}
