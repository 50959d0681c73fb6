import { Injectable } from '@nestjs/common'

/** Most remembered identifiers; the least recently used one is dropped first. */
const MOST = 50_000

/**
 * Contacts and hosts that this worker has seen at a registry, so that it does not check them again. An entry may be out of
 * date: another replica or registrar may have deleted the object. Users must handle a refusal with 2303.
 */
@Injectable()
export class KnownObjects {
  private readonly seen = new Set<string>()

  has(account: string, id: string): boolean {
    const key = `${account}/${id}`
    if (!this.seen.delete(key)) return false
    this.seen.add(key)
    return true
  }

  add(account: string, id: string): void {
    this.seen.add(`${account}/${id}`)
    if (this.seen.size <= MOST) return
    const [oldest] = this.seen
    this.seen.delete(oldest!)
  }

  delete(account: string, id: string): void {
    this.seen.delete(`${account}/${id}`)
  }
}
