interface Seats {
  taken: number
  most: number
  refused: number
}

/** How many sessions each registrar has open here. Taken and left without a pause, so the limit holds under a rush. */
export class SessionSeats {
  private readonly registrars = new Map<string, Seats>()

  /** True when there was a seat, which is now taken. */
  take(registrar: string, max: number): boolean {
    const seats = this.of(registrar)
    if (seats.taken >= max) {
      seats.refused++
      return false
    }
    seats.taken++
    seats.most = Math.max(seats.most, seats.taken)
    return true
  }

  leave(registrar: string): void {
    this.of(registrar).taken--
  }

  /** The most sessions that were open at a time, and how many more were wanted. */
  seen(registrar: string): Pick<Seats, 'most' | 'refused'> {
    const { most, refused } = this.of(registrar)
    return { most, refused }
  }

  private of(registrar: string): Seats {
    const seats = this.registrars.get(registrar) ?? { taken: 0, most: 0, refused: 0 }
    this.registrars.set(registrar, seats)
    return seats
  }
}
