/** A refused request of the control port, with its HTTP status. */
export class ControlError extends Error {
  override readonly name = 'ControlError'

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}
