/** Why the platform does not start or go on, in one sentence for whoever typed the command. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}
