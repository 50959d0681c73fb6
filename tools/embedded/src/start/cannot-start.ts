/** The platform cannot start or continue. The message is one sentence for the user at the terminal. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}
