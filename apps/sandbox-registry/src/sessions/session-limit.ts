interface Load {
  open: number
  most: number
  refused: number
}

/**
 * Counts the open sessions of each registrar at one endpoint. `acquire` has no `await`, so simultaneous logins cannot
 * exceed the limit.
 */
export class SessionLimit {
  private readonly registrars = new Map<string, Load>()

  /** Counts a new session. Returns false when the registrar has `max` sessions already. */
  acquire(registrar: string, max: number): boolean {
    const load = this.of(registrar)
    if (load.open >= max) {
      load.refused++
      return false
    }
    load.open++
    load.most = Math.max(load.most, load.open)
    return true
  }

  release(registrar: string): void {
    this.of(registrar).open--
  }

  /** The most sessions that were open at the same time, and the number of refused ones. */
  load(registrar: string): Pick<Load, 'most' | 'refused'> {
    const { most, refused } = this.of(registrar)
    return { most, refused }
  }

  private of(registrar: string): Load {
    const load = this.registrars.get(registrar) ?? { open: 0, most: 0, refused: 0 }
    this.registrars.set(registrar, load)
    return load
  }
}
