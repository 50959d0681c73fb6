/**
 * A server that the service needs does not answer, for example its database. Whether the work was done is unknown, and
 * the same request may succeed later: the caller is answered `service_unavailable`. Not a `Refusal`: no
 * decision was made, so code that handles refusals must not handle this.
 */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
}
