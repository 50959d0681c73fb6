/** What clients have seen while they used the platform. */
export class ClientLog {
  requests = 0
  /** Answers 503 with `Retry-After`, after each of which the request was sent again with the same key. */
  retried = 0
  /** Any other failure: connections that were lost, answers with another fault, refusals of correct requests. */
  readonly unclean: string[] = []
  /** Requests without an answer until the end. */
  readonly unanswered: string[] = []
  /** The accepted orders. */
  readonly orders: { readonly action: 'create' | 'renew'; readonly name: string }[] = []
  /** The zones, with the address that was acknowledged last for their host `www`. */
  readonly zones = new Map<string, string>()
}
