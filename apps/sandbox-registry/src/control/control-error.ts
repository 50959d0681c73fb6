/** A request the control port does not carry out, with its HTTP status. */
export class ControlError extends Error {
  override readonly name = 'ControlError'

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}
