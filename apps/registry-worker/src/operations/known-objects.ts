import { Injectable } from '@nestjs/common'

/** Identifiers that are remembered at most; the one that was not asked for the longest is forgotten first. */
const MOST = 50_000

/**
 * Contacts and hosts that this worker has seen at a registry, so that it need not ask for them again. It may be wrong:
 * another replica or registrar may have deleted one since. Whoever trusts it must bear to be refused with 2303.
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
