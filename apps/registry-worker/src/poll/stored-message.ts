import { redactPerson } from '@nameyard/epp/redact'

const CONTACT = 'urn:ietf:params:xml:ns:contact-1.0'

/** The frame of a message as it is stored: of a contact (RFC 5733) without the data of the person. */
export function storedMessage(frame: string): string {
  return frame.includes(CONTACT) ? redactPerson(frame) : frame
}
