import PostalMime, { type Email } from 'postal-mime'
import type { Report } from '../mail/sent-mails'

/** What a message reports about a mail. Without `state` it is a report of something that changes nothing, such as a delivery. */
export interface ReadReport extends Pick<Report, 'diagnostic' | 'status'> {
  readonly state?: Report['state']
  /** The return address of the mail, where the report names it. */
  readonly returnTo?: string
}

/** Bounds of what is parsed. The message in a report is not parsed: only its header is read. */
const bounds = {
  maxNestingDepth: 10,
  maxHeadersSize: 128 * 1024,
  maxRfc822NestingDepth: 0,
  forceRfc822Attachments: true,
  attachmentEncoding: 'utf8',
} as const

/** Octets of a message that are parsed: the mail that it reports about is at its end. Parsing takes up to 80 times as much memory. */
const PARSED_OCTETS = 256 * 1024

/** Characters of a part that are read. */
const PART_CHARACTERS = 64 * 1024

const statusForm = /\b[245]\.\d{1,3}\.\d{1,3}\b/

/**
 * Reads a delivery status notification (RFC 3464, RFC 6533), a complaint (ARF, RFC 5965), or a bounce that names its recipients in
 * `X-Failed-Recipients`, as Exim and Gmail write. Returns undefined when the message is none of them.
 */
export async function readReport(content: Buffer): Promise<ReadReport | undefined> {
  let email: Email
  try {
    email = await PostalMime.parse(content.subarray(0, PARSED_OCTETS), bounds)
  } catch {
    return undefined
  }
  const partOf = (...types: string[]) => {
    const found = email.attachments.find(({ mimeType }) => types.includes(mimeType))?.content
    return typeof found === 'string' ? found.slice(0, PART_CHARACTERS) : undefined
  }
  const complaint = partOf('message/feedback-report')
  if (complaint !== undefined) {
    return complaintOf(fieldsOf(complaint), partOf('message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers'))
  }
  const status = partOf('message/delivery-status', 'message/global-delivery-status')
  if (status !== undefined) return statusOf(status)
  if (email.headers.some(({ key }) => key === 'x-failed-recipients')) return bounceOf(email.text ?? '')
  return undefined
}

/** The groups of fields of a status: one about the message, and one for each recipient (RFC 3464 section 2.1). */
function statusOf(text: string): ReadReport | undefined {
  const groups = text
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n/)
    .map(fieldsOf)
  const recipients = groups.filter((group) => group.has('action'))
  const worst = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'].flatMap((action) =>
    recipients.filter((group) => /^[a-z]+/.exec(group.get('action')!.toLowerCase())?.[0] === action),
  )[0]
  if (!worst) return undefined
  const action = worst.get('action')!.toLowerCase()
  // The type before the semicolon says how the text is to be read: `smtp; 550 5.1.1 …`.
  const diagnostic = (worst.get('diagnostic-code') ?? '').replace(/^\s*[\w-]+\s*;\s*/, '')
  const status = statusForm.exec(worst.get('status') ?? '')?.[0] ?? statusForm.exec(diagnostic)?.[0] ?? null
  const state = action.startsWith('failed') ? 'bounced' : action.startsWith('delayed') ? 'delayed' : undefined
  return { ...(state && { state }), status, diagnostic }
}

/** Types of RFC 5965 section 7.3 and RFC 6430. `not-spam` and `auth-failure` are no complaints about a mail. */
function complaintOf(fields: ReadonlyMap<string, string>, original: string | undefined): ReadReport | undefined {
  const type = fields.get('feedback-type')?.trim().toLowerCase()
  if (type === undefined || type === '') return undefined
  const header = fieldsOf((original ?? '').replaceAll('\r\n', '\n').split('\n\n', 1)[0]!)
  const returnTo = /[^\s<>]+@[^\s<>]+/.exec(fields.get('original-mail-from') ?? header.get('return-path') ?? '')?.[0]
  const isComplaint = !['not-spam', 'auth-failure'].includes(type)
  const reporter = fields.get('user-agent') ?? fields.get('reporting-mta') ?? ''
  return {
    ...(isComplaint && { state: 'complained' as const }),
    status: null,
    diagnostic: `${type} ${reporter}`,
    ...(returnTo !== undefined && { returnTo }),
  }
}

/** A bounce without a status: the line of its text that has a reply of a server. */
function bounceOf(text: string): ReadReport {
  const lines = text.slice(0, PART_CHARACTERS).split(/\r?\n/)
  const diagnostic =
    lines.find((line) => /\b[45]\d\d[ -]/.test(line)) ?? lines.find((line) => statusForm.test(line)) ?? ''
  return { state: 'bounced', status: statusForm.exec(diagnostic)?.[0] ?? null, diagnostic }
}

/** Fields as in a header (RFC 5322 section 2.2), by their names in lower case. The first one of a name counts. */
function fieldsOf(text: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of text
    .replaceAll('\r\n', '\n')
    .replaceAll(/\n[ \t]+/g, ' ')
    .split('\n')) {
    const at = line.indexOf(':')
    const name = line.slice(0, at).trim().toLowerCase()
    if (at > 0 && !fields.has(name)) fields.set(name, line.slice(at + 1).trim())
  }
  return fields
}
