/** Checks the length of a digest. `octets` is undefined for an unknown digest type, which may have any length. */
export function digestProblem(field: string, digest: Uint8Array, octets: number | undefined): string | undefined {
  if (octets === undefined || digest.length === octets) return undefined
  return `${field} has ${digest.length} octets, its type has ${octets}`
}
