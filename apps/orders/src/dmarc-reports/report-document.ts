import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import PostalMime, { type Attachment } from 'postal-mime'
import { fromBufferPromise } from 'yauzl'
import { ReportFault } from './model/report-fault'

/** Bounds of what is parsed of a message. */
const bounds = {
  maxNestingDepth: 10,
  maxHeadersSize: 128 * 1024,
  maxRfc822NestingDepth: 0,
  forceRfc822Attachments: true,
} as const

/** The types that receivers give reports (RFC 9990 section 3.5, and habits). The bytes say what the part is. */
const reportTypes = new Set([
  'application/gzip',
  'application/octet-stream',
  'application/x-gzip',
  'application/x-zip-compressed',
  'application/x-zip',
  'application/xml',
  'application/zip',
  'text/xml',
])

/** Octets of an unpacked report: 100,000 records take about 70 MB. */
const MOST_OCTETS = 128 * 1024 * 1024

/**
 * Returns the bytes of the report in a message (RFC 5322), unpacked as they are read: gzip, zip or plain XML (RFC 7489 section
 * 7.2.1.1). Throws a `ReportFault` when the message has not exactly one report, and while it is read when it is damaged or
 * becomes too big.
 */
export async function reportIn(message: Uint8Array): Promise<AsyncIterable<Buffer>> {
  const { attachments } = await PostalMime.parse(message, bounds).catch(() => {
    throw new ReportFault('The message is not readable MIME')
  })
  const reports = attachments.filter(({ mimeType }) => reportTypes.has(mimeType.toLowerCase()))
  if (reports.length === 0) throw new ReportFault('The message has no report in gzip, zip or XML')
  if (reports.length > 1) throw new ReportFault('The message has more than one report')
  return unpacked(bytesOf(reports[0]!))
}

function bytesOf({ content }: Attachment): Buffer {
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer)
}

async function* unpacked(bytes: Buffer): AsyncGenerator<Buffer> {
  const packed = await streamOf(bytes)
  let octets = 0
  try {
    for await (const chunk of packed as AsyncIterable<Buffer>) {
      octets += chunk.length
      if (octets > MOST_OCTETS) throw new ReportFault('The unpacked report is too big')
      yield chunk
    }
  } catch (error) {
    throw error instanceof ReportFault ? error : new ReportFault('The packed report is damaged')
  } finally {
    packed.destroy()
  }
}

/** The bytes decide how the report is packed; receivers name the wrong type. */
async function streamOf(bytes: Buffer): Promise<Readable> {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return Readable.from(slicesOf(bytes)).pipe(createGunzip())
  if (bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') return zipped(bytes)
  if (/^(\u00ef\u00bb\u00bf)?\s*</.test(bytes.subarray(0, 64).toString('latin1'))) return Readable.from(slicesOf(bytes))
  throw new ReportFault('The attachment is neither gzip, zip nor XML')
}

/** The only file of a zip archive. */
async function zipped(bytes: Buffer): Promise<Readable> {
  const damaged = () => new ReportFault('The zip archive is damaged')
  const archive = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false }).catch(() => {
    throw damaged()
  })
  if (archive.entryCount !== 1) throw new ReportFault('The zip archive has not exactly one file')
  for await (const entry of archive.eachEntry()) {
    if (entry.isEncrypted()) throw new ReportFault('The zip archive is encrypted')
    return archive.openReadStreamPromise(entry)
  }
  throw damaged()
}

/** Small enough that reading one does not keep other requests waiting. */
function* slicesOf(bytes: Buffer, size = 65_536): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
