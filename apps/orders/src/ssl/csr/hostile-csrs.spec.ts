import fc from 'fast-check'
import { Refusal } from '@nameyard/contracts/errors'
import { mutated, propertySettings } from '@nameyard/testing/property'
import { CreateCsr } from './create-csr'
import { readCsr } from './read-csr'

const BEGIN = '-----BEGIN CERTIFICATE REQUEST-----'
const END = '-----END CERTIFICATE REQUEST-----'
const pem = (der: Buffer) => `${BEGIN}\n${der.toString('base64')}\n${END}\n`

let sample: string
beforeAll(async () => {
  const asked = { bits: 2048, common_name: 'a.example', country: 'NL', email: 'a@a.example' }
  const names = { subject_alternative_name: ['a.example', 'b.example'] }
  sample = (await new CreateCsr().execute({ ...asked, ...names, signature_hash_algorithm: 'sha2', with_config: false }))
    .csr
})

/**
 * Reads a CSR; returns undefined for a refusal. Throws for any other error, and if it takes long: measured is the time of
 * the processor, which other processes do not change.
 */
async function read(csr: string) {
  const start = process.cpuUsage()
  const result = await readCsr(csr).catch((error: unknown) => {
    if (error instanceof Refusal && error.refusal === 'csr_invalid') return undefined
    throw error
  })
  expect(process.cpuUsage(start).user).toBeLessThan(3_000_000)
  return result
}

const derOf = (csr: string) => Buffer.from(csr.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64')

describe('CSRs of hostile clients', () => {
  it('with changed DER are refused as invalid', async () => {
    const der = derOf(sample)
    await fc.assert(
      fc.asyncProperty(mutated([der], [Buffer.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff])]), async (bytes) => {
        // The signature covers everything except itself, so nearly every change is refused.
        const given = await read(pem(bytes))
        if (given) expect(given.subject.common_name).toBe('a.example')
      }),
      propertySettings(400),
    )
  })

  it('with changed PEM are read or refused as invalid', async () => {
    await fc.assert(
      fc.asyncProperty(mutated([Buffer.from(sample)], [BEGIN, END, '=', '\0']), async (bytes) => {
        await read(bytes.toString('latin1'))
      }),
      propertySettings(400),
    )
  })

  it.each<[string, () => string]>([
    ['of nested sequences', () => pem(nested(8_000))],
    ['of many beginnings', () => BEGIN.repeat(20_000)],
    ['of a beginning and blanks', () => `${BEGIN}${' '.repeat(1_000_000)}`],
    ['of zeros', () => pem(Buffer.alloc(24_000))],
    ['of a length of four gigabytes', () => pem(Buffer.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff, 0, 0]))],
  ])('%s are refused in time', async (_, csr) => {
    expect(await read(csr())).toBeUndefined()
  })
})

/** Sequences in sequences, each with a length of two octets. */
function nested(depth: number): Buffer {
  const octets: number[] = []
  for (let left = depth; left > 0; left--) {
    const length = (left - 1) * 4
    octets.push(0x30, 0x82, (length >> 8) & 255, length & 255)
  }
  return Buffer.from(octets).subarray(0, 24_000)
}
