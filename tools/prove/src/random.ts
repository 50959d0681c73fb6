import { createHash } from 'node:crypto'

/** Random numbers that follow from a seed and the name of the thread of events that uses them. */
export class Random {
  private state: number

  constructor(seed: string, thread: string) {
    this.state = createHash('sha256').update(`${seed} ${thread}`).digest().readUInt32LE(0)
  }

  /** Returns a number from 0 to below 1 (the generator mulberry32). */
  readonly next = (): number => {
    this.state = (this.state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** Returns a whole number from `least` to `most`. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  one<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)]!
  }

  /** Returns a key; a key with the weight 2 comes twice as often as one with the weight 1. */
  weighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key {
    const keys = Object.keys(weights) as Key[]
    let left = this.next() * keys.reduce((sum, key) => sum + weights[key], 0)
    return keys.find((key) => (left -= weights[key]) < 0) ?? keys.at(-1)!
  }
}
