/** What an export shows. */
export interface Verified {
  /** 0: the platform. Undefined without an entry. */
  readonly account: number | undefined
  readonly first: number | undefined
  readonly last: number
  readonly entries: number
  /** Heads that match an entry. */
  readonly heads: number
  /** Names and addresses that are erased. */
  readonly erased: number
  /** Older months that are not in the export, and those of them whose files were given and have the right hashes. */
  readonly archived: { readonly months: number; readonly verified: number }
  /** What was altered. */
  readonly problems: readonly string[]
}

export function verifyExport(
  lines: Iterable<string>,
  given?: {
    readonly heads?: Iterable<string>
    readonly keys?: readonly string[]
    readonly archives?: Iterable<string>
  },
): Verified

export function inWords(verified: Verified): string[]
