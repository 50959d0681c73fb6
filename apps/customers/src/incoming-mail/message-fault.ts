/** RFC 5321 section 4.5.3.1.6 allows 998 octets and CRLF. Some servers send longer lines. */
const LINE_OCTETS = 2048

/** Parts of a message, and header blocks of parts. A report has three. */
const PARTS = 500

const [NUL, LF, CR, HYPHEN] = [0x00, 0x0a, 0x0d, 0x2d]

/**
 * Returns why a message is refused before anything parses it; undefined when it may be parsed. Lines end with CRLF only: servers
 * that disagree about the end of a line can be made to disagree about the end of a message (RFC 5321 section 2.3.8).
 */
export function faultOf(message: Buffer): string | undefined {
  let [start, parts] = [0, 0]
  for (let at = 0; at <= message.length; at++) {
    const octet = message[at]
    if (octet === NUL) return 'The message contains a NUL character'
    if (octet === LF) return 'A line of the message ends with LF alone; end lines with CRLF'
    if (octet !== CR && octet !== undefined) continue
    if (at - start > LINE_OCTETS) return `A line of the message has more than ${LINE_OCTETS} characters`
    if (octet === undefined) continue
    if (message[at + 1] !== LF) return 'A line of the message ends with CR alone; end lines with CRLF'
    // A delimiter of parts begins so (RFC 2046 section 5.1.1).
    if (message[start] === HYPHEN && message[start + 1] === HYPHEN && ++parts > PARTS) {
      return `The message has more than ${PARTS} parts`
    }
    start = ++at + 1
  }
  return undefined
}
