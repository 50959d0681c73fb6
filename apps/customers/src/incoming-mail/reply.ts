/** A refusal to an SMTP client. The text begins with an enhanced status code (RFC 2034). */
export class Reply extends Error {
  override readonly name = 'Reply'

  constructor(
    readonly responseCode: number,
    text: string,
  ) {
    super(text)
  }
}
