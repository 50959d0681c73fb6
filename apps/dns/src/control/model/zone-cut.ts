/** A zone cut: a zone and the name servers that its parent zone delegates it to (RFC 9499 section 7). */
export interface ZoneCut {
  readonly zone: string
  /** Lower case, without the final dot. */
  readonly nameservers: readonly string[]
}
