/** What went wrong with a connection that was allowed. */
export type FailureKind =
  /** The host has no address, or the DNS does not answer. */
  | 'unresolved'
  /** No connection is possible. */
  | 'unreachable'
  /** There is no TLS connection, or no valid certificate. */
  | 'untrusted'
  /** There was no whole answer in time. */
  | 'timeout'
  /** The connection ended early, or the answer is not HTTP. */
  | 'broken'
  /** The caller ended the request. */
  | 'stopped'

/**
 * An address may not be reached. `reason` is for the customer who gave it: lower case, without a full stop, so that it can
 * follow the name of a field. It never tells an address that the customer did not give.
 */
export class EgressRefused extends Error {
  override readonly name = 'EgressRefused'

  constructor(readonly reason: string) {
    super(reason)
  }
}

/**
 * An address may be reached, but the request failed. `reason` is as that of {@link EgressRefused}. `cause` is for operators
 * only: it may name the proxy and addresses.
 */
export class EgressFailed extends Error {
  override readonly name = 'EgressFailed'

  constructor(
    readonly kind: FailureKind,
    readonly reason: string,
    options?: { readonly cause: unknown },
  ) {
    super(reason, options)
  }
}
