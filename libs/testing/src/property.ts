import * as fc from 'fast-check'

/**
 * Settings of a property with generated input. A failure prints its seed. PROPERTY_SEED repeats that run; PROPERTY_RUNS
 * sets the number of inputs.
 */
export function propertySettings(runs: number): Pick<fc.Parameters, 'seed' | 'numRuns' | 'interruptAfterTimeLimit'> {
  return {
    seed: Number(process.env.PROPERTY_SEED ?? 20_261_123),
    numRuns: Number(process.env.PROPERTY_RUNS ?? runs),
    // A run with PROPERTY_RUNS has no time limit.
    ...(process.env.PROPERTY_RUNS === undefined && { interruptAfterTimeLimit: 3_000 }),
  }
}

/** Octets that often begin, end or count something. */
const ODD_OCTETS = [0, 1, 0x0a, 0x20, 0x22, 0x28, 0x3c, 0x3e, 0x5c, 0x7f, 0x80, 0xc0, 0xce, 0xfe, 0xff]

/**
 * Valid inputs with a few changes: octets replaced, parts removed, repeated or moved, numbers enlarged, words inserted, the
 * end cut off. Some inputs are random octets.
 */
export function mutated(samples: readonly Buffer[], words: readonly (string | Buffer)[] = []): fc.Arbitrary<Buffer> {
  const place = fc.nat({ max: 0xffff })
  const change = fc.oneof(
    fc.tuple(place, fc.oneof(fc.constantFrom(...ODD_OCTETS), fc.nat({ max: 255 }))).map(
      ([at, octet]) =>
        (bytes: Buffer) =>
          spliced(bytes, at, 1, Buffer.of(octet)),
    ),
    fc.tuple(place, fc.nat({ max: 40 })).map(
      ([at, length]) =>
        (bytes: Buffer) =>
          spliced(bytes, at, length, nothing),
    ),
    fc.tuple(place, fc.nat({ max: 40 }), fc.integer({ min: 1, max: 50 })).map(
      ([at, length, times]) =>
        (bytes: Buffer) =>
          repeated(bytes, at, length, times),
    ),
    fc.tuple(place, fc.uint8Array({ maxLength: 20 })).map(
      ([at, octets]) =>
        (bytes: Buffer) =>
          spliced(bytes, at, 0, Buffer.from(octets)),
    ),
    fc.constant((bytes: Buffer) => spliced(bytes, 0, 4, Buffer.alloc(4, 0xff))),
    place.map((at) => (bytes: Buffer) => bytes.subarray(0, at % (bytes.length + 1))),
    ...(words.length === 0
      ? []
      : [
          fc.tuple(place, fc.constantFrom(...words.map((word) => Buffer.from(word as string))), fc.nat({ max: 8 })).map(
            ([at, word, length]) =>
              (bytes: Buffer) =>
                spliced(bytes, at, length, word),
          ),
        ]),
  )
  return fc.oneof(
    {
      weight: 9,
      arbitrary: fc
        .tuple(fc.constantFrom(...samples), fc.array(change, { minLength: 1, maxLength: 4 }))
        .map(([sample, changes]) => changes.reduce((bytes, apply) => apply(bytes), sample)),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((octets) => Buffer.from(octets)) },
  )
}

const nothing = Buffer.alloc(0)

function spliced(bytes: Buffer, place: number, length: number, instead: Buffer): Buffer {
  const at = place % (bytes.length + 1)
  return Buffer.concat([bytes.subarray(0, at), instead, bytes.subarray(at + length)])
}

function repeated(bytes: Buffer, place: number, length: number, times: number): Buffer {
  const at = place % (bytes.length + 1)
  const part = bytes.subarray(at, at + length)
  return Buffer.concat([bytes.subarray(0, at), ...Array.from({ length: times }, () => part), bytes.subarray(at)])
}

/**
 * Runs `work`; throws if it takes more than `mostMs` of CPU time: a small input must not occupy a process. The time on the
 * clock would also count what other processes do meanwhile.
 */
export function within<Value>(mostMs: number, work: () => Value): Value {
  const start = process.cpuUsage()
  const value = work()
  const { user, system } = process.cpuUsage(start)
  const took = (user + system) / 1000
  if (took > mostMs) throw new Error(`took ${Math.round(took)} ms of CPU time, more than ${mostMs} ms`)
  return value
}
