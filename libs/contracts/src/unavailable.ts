/**
 * A server that the service needs does not answer, for example its database. Whether the work was done is unknown, and
 * the same request may succeed later: the caller is answered `service_unavailable`. Not a `Refusal`: nobody decided
 * anything, so code that acts on refusals must not act on this.
 */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
}
