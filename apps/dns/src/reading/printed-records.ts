import { Injectable } from '@nestjs/common'

/** Most characters of records in memory. */
const MOST_CHARACTERS = 32 * 1024 * 1024

/** The records of a zone as JSON text, and the state of the zone that they belong to. */
export interface PrintedZone {
  readonly state: string
  readonly records: string
}

/**
 * The records of zones that were read last. Clients read a whole zone before each change and on a schedule, and most
 * zones have not changed since. The database compares the state at each read, so no client gets earlier records.
 */
@Injectable()
export class PrintedRecords {
  /** By account and name, in order of last use, oldest first. */
  private readonly zones = new Map<string, PrintedZone>()
  private characters = 0

  get(resellerId: number, name: string): PrintedZone | undefined {
    const key = `${resellerId} ${name}`
    const known = this.zones.get(key)
    if (known === undefined) return undefined
    this.zones.delete(key)
    this.zones.set(key, known)
    return known
  }

  set(resellerId: number, name: string, printed: PrintedZone): void {
    const key = `${resellerId} ${name}`
    this.forget(key)
    this.zones.set(key, printed)
    this.characters += printed.records.length
    for (const oldest of this.zones.keys()) {
      if (this.characters <= MOST_CHARACTERS) break
      this.forget(oldest)
    }
  }

  private forget(key: string): void {
    this.characters -= this.zones.get(key)?.records.length ?? 0
    this.zones.delete(key)
  }
}
