import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { mutated, propertySettings, within } from '@nameyard/testing/property'
import { readGolden } from '../test/golden'
import { decodeAnswer } from './answer'
import type { Command } from './command'
import { checkContact } from './contact/check'
import { createContact } from './contact/create'
import { infoContact } from './contact/info'
import { checkDomain } from './domain/check'
import { createDomain } from './domain/create'
import { infoDomain } from './domain/info'
import { ProtocolError } from './element-reader'
import { encodeFrame, FrameDecoder, FrameError } from './frame'
import { checkHost } from './host/check'
import { infoHost } from './host/info'
import { decodeNews } from './poll/news'
import { decodeResponse } from './response'
import { decodeGreeting } from './session/greeting'
import { parseXml, XmlError } from './xml'

/** What a hostile or broken registry may send us. */
const responses = readdirSync(join(__dirname, '../golden/response'), { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.xml'))
  .map((file) => Buffer.from(readGolden(`response/${file.slice(0, -4).replaceAll('\\', '/')}`)))

const words = [
  '<a>',
  '</a>',
  '&#0;',
  '&#x110000;',
  '&#xd800;',
  '&lt;',
  '<!DOCTYPE a>',
  '<![CDATA[',
  ']]>',
  '<!--',
  '<?x ?>',
  ' xmlns=""',
  ' xmlns:domain="urn:x"',
  '__proto__',
  'constructor',
  '9999999999999999999999',
  '-1',
  '2026-02-31T99:99:99Z',
  '+292278994-08-17T07:12:55Z',
  '1e999',
  'NaN',
  '\u202e',
]

const commands: readonly Command<unknown>[] = [
  checkDomain(['free.example']),
  infoDomain('taken.example'),
  createDomain({ name: 'new.example', authInfo: { pw: 'x' } }),
  checkContact(['NY-100001']),
  infoContact('NY-100001'),
  createContact({
    id: 'NY-100001',
    postalInfo: [{ type: 'int', name: 'Zoe', street: [], city: 'Koln', cc: 'DE' }],
    email: 'zoe@muller.example',
    authInfo: { pw: 'x' },
  }),
  checkHost(['ns1.taken.example']),
  infoHost('ns1.taken.example'),
]

/** Returns the result, or undefined for a document that was refused as the documentation says. */
function readOrRefused<Value>(read: () => Value): Value | undefined {
  try {
    return within(2_000, read)
  } catch (error) {
    if (error instanceof XmlError || error instanceof ProtocolError) return undefined
    throw error
  }
}

describe('documents of a hostile registry', () => {
  it('are read, or refused with XmlError', () => {
    fc.assert(
      fc.property(mutated(responses, words), (document) => {
        try {
          within(2_000, () => parseXml(document))
        } catch (error) {
          expect(error).toBeInstanceOf(XmlError)
        }
      }),
      propertySettings(1_500),
    )
  })

  it('are read as the answer to any command, or refused with XmlError or ProtocolError', () => {
    fc.assert(
      fc.property(mutated(responses, words), (document) => {
        readOrRefused(() => decodeGreeting(document))
        const answer = readOrRefused(() => decodeAnswer(document))
        if (answer === undefined) return
        for (const command of commands) readOrRefused(() => decodeResponse(command, answer))
        // A message that cannot be understood must be acknowledged too, so it is never refused.
        decodeNews(answer)
      }),
      propertySettings(1_500),
    )
  })
})

describe('bytes of a hostile registry', () => {
  it('are cut into the same documents whatever the chunks are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { maxLength: 5 }),
        fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 20 }),
        (documents, sizes) => {
          const frames = documents.map((document) => encodeFrame(Buffer.from(document)))
          const seen = pushed(new FrameDecoder(), Buffer.concat(frames), sizes)
          expect(seen).toEqual(documents.map((document) => Buffer.from(document)))
        },
      ),
      propertySettings(500),
    )
  })

  it('give documents below the limit, or FrameError', () => {
    const frames = [encodeFrame('<a/>'), Buffer.concat([encodeFrame('<a/>'), encodeFrame(`<b>${'x'.repeat(99)}</b>`)])]
    fc.assert(
      fc.property(mutated(frames), fc.integer({ min: 1, max: 64 }), (bytes, size) => {
        try {
          const seen = pushed(new FrameDecoder(1_000), bytes, [size])
          for (const document of seen) expect(document.length).toBeLessThanOrEqual(996)
        } catch (error) {
          expect(error).toBeInstanceOf(FrameError)
        }
      }),
      propertySettings(1_500),
    )
  })
})

/** Pushes bytes in chunks of the given sizes, which repeat, and returns the documents. */
function pushed(decoder: FrameDecoder, bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const documents: Buffer[] = []
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length]!
    documents.push(...decoder.push(bytes.subarray(at, at + size)))
    at += size
  }
  return documents
}
